import Foundation

/// A generation of WirePlumber, by the way in which it is configured.
package enum WirePlumber {
  /// By Lua, up to 0.4.
  case lua
  /// By files such as PipeWire's, since 0.5.
  case settings

  /// The one that is installed, if any.
  package static let installed: WirePlumber? = {
    let folder = "/usr/share/wireplumber"
    if FileManager.default.fileExists(atPath: "\(folder)/main.lua.d") { return .lua }
    return FileManager.default.fileExists(atPath: "\(folder)/wireplumber.conf") ? .settings : nil
  }()
}

extension Layout {
  /// The files of the installed WirePlumber, by their names below the graph's folder.
  ///
  /// It finds no hardware, and asks no portal, for which a bus would be needed.
  var wirePlumberFiles: [String: String] {
    switch WirePlumber.installed {
    case .lua: luaFiles
    case .settings: settingsFiles
    case nil: [:]
    }
  }

  /// A file of the same name as one of the system's counts in its place.
  private var luaFiles: [String: String] {
    let folder = "config/wireplumber"
    var files = [
      "\(folder)/main.lua.d/90-enable-all.lua": Layout.luaConfiguration,
      "\(folder)/bluetooth.lua.d/90-enable-all.lua": "",
    ]
    if wirePlumberOwnsSinks {
      files["\(folder)/main.lua.d/91-sinks.lua"] = #"load_script("sinks.lua")\#n"#
      files["\(folder)/scripts/sinks.lua"] = sinkScript
    }
    if hasRoleSinks {
      files["\(folder)/policy.lua.d/50-endpoints-config.lua"] = Layout.roleEndpoints
    }
    return files
  }

  private static let luaConfiguration = """
    load_module("metadata")
    default_access.properties["enable-flatpak-portal"] = false
    default_access.enable()
    device_defaults.properties["use-persistent-storage"] = false
    load_module("default-nodes", device_defaults.properties)
    stream_defaults.enable()
    load_script("intended-roles.lua")

    """

  private static let roleEndpoints = """
    default_policy.policy["duck.level"] = 0.1
    default_policy.policy.roles = {
      ["Multimedia"] = {
        ["alias"] = { "Movie", "Music", "Game" }, ["priority"] = 25, ["action.default"] = "mix",
      },
      ["Communication"] = {
        ["priority"] = 75, ["action.default"] = "duck", ["action.Communication"] = "mix",
      },
    }
    default_policy.endpoints = {
      ["endpoint.multimedia"] = {
        ["media.class"] = "Audio/Sink", ["role"] = "Multimedia",
      },
      ["endpoint.communication"] = {
        ["media.class"] = "Audio/Sink", ["role"] = "Communication",
      },
    }

    """

  private var settingsFiles: [String: String] {
    var files = ["config/wireplumber/wireplumber.conf.d/10-headless.conf": settings]
    if wirePlumberOwnsSinks {
      files["home/.local/share/wireplumber/scripts/sinks.lua"] = sinkScript
    }
    return files
  }

  private var settings: String {
    let sinks = wirePlumberOwnsSinks ? "sinks = required" : ""
    let roles = hasRoleSinks ? "roles = required" : ""
    return """
      wireplumber.profiles = {
        main = {
          hardware.audio = disabled
          hardware.bluetooth = disabled
          hardware.video-capture = disabled
          support.portal-permissionstore = disabled
          \(sinks)
          \(roles)
        }
      }
      wireplumber.settings = {
        node.restore-default-targets = false
        linking.role-based.duck-level = 0.1
      }
      wireplumber.components = [
        { name = sinks.lua type = script/lua provides = sinks }
        \(Layout.roleSinks)
      ]

      """
  }

  private static let roleSinks = """
    { type = virtual provides = roles requires = [ role-multimedia role-communication ] }
    \(roleSink("multimedia", "Music Movie Game Multimedia", priority: 25, action: "mix"))
    \(roleSink("communication", "Communication", priority: 75, action: "duck"))
    """

  private static func roleSink(
    _ name: String,
    _ roles: String,
    priority: Int,
    action: String
  ) -> String {
    """
    { type = pw-module name = libpipewire-module-loopback provides = role-\(name)
      requires = [ pw.node-factory.adapter ]
      arguments = {
        node.name = role.\(name) node.description = \(name)
        capture.props = {
          media.class = Audio/Sink audio.position = [ FL FR ] device.intended-roles = [ \(roles) ]
          policy.role-based.target = true policy.role-based.priority = \(priority)
          policy.role-based.action.same-priority = mix
          policy.role-based.action.lower-priority = \(action)
        }
        playback.props = { audio.position = [ FL FR ] node.passive = true media.role = Loopback }
      } }
    """
  }

  /// The sinks as a script of WirePlumber.
  private var sinkScript: String {
    let nodes = sinks.enumerated().map { number, name in
      """
      nodes[\(number + 1)] = Node("adapter", {
        ["factory.name"] = "support.null-audio-sink",
        ["node.name"] = "\(name)", ["media.class"] = "Audio/Sink",
        ["audio.position"] = "FL,FR", ["audio.rate"] = 48000, ["monitor.channel-volumes"] = true,
        ["priority.session"] = \(2000 - 100 * number),
        ["priority.driver"] = \(2000 - 100 * number),
      })
      nodes[\(number + 1)]:activate(Feature.Proxy.BOUND)

      """
    }
    return "nodes = {}\n" + nodes.joined()
  }
}
