#if Hub
import CEvents
import Glibc
import HubServer

/// An address of IPv4 or IPv6 with a port, as the system's calls take it.
struct SocketAddress {
  var storage = sockaddr_storage()

  init() {}

  /// Reads an address in numbers; nil if it is something else.
  init?(host: String, port: UInt16) {
    if host.contains(":") {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      guard unsafe inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
      unsafe withUnsafeMutableBytes(of: &storage) {
        unsafe $0.storeBytes(of: address, as: sockaddr_in6.self)
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
      unsafe withUnsafeMutableBytes(of: &storage) {
        unsafe $0.storeBytes(of: address, as: sockaddr_in.self)
      }
    }
  }

  var isIPv6: Bool { storage.ss_family == sa_family_t(AF_INET6) }

  /// The port; 0 where the family has none.
  var port: UInt16 {
    switch Int32(storage.ss_family) {
    case AF_INET: UInt16(bigEndian: loaded(sockaddr_in.self).sin_port)
    case AF_INET6: UInt16(bigEndian: loaded(sockaddr_in6.self).sin6_port)
    default: 0
    }
  }

  /// The address without its port; a socket in the file system counts as this machine.
  var peer: PeerAddress {
    switch Int32(storage.ss_family) {
    case AF_INET:
      return PeerAddress(ipv4: UInt32(bigEndian: loaded(sockaddr_in.self).sin_addr.s_addr))
    case AF_INET6:
      let halves = unsafe withUnsafeBytes(of: loaded(sockaddr_in6.self).sin6_addr) {
        unsafe (
          $0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        )
      }
      return PeerAddress(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
    default: return .local
    }
  }

  private func loaded<Address>(_ type: Address.Type) -> Address {
    unsafe withUnsafeBytes(of: storage) { unsafe $0.loadUnaligned(as: type) }
  }
}
#endif
