/// The version of the daemon, the tools and the libraries.
package let version = "1.0.0"
