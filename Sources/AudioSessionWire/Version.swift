/// The release that this is, of daemon and tools alike.
package let version = "1.0.0"
