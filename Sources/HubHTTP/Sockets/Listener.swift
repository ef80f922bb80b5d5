#if Hub
import CEvents
import Files

/// A socket that listens, and what its connections are to speak.
struct Listener: Sendable {
  let descriptor: FileDescriptor
  let tls: TLSContext?

  /// Binds an address; `localhost` gives two listeners where the machine has IPv6, with the same port.
  static func bind(
    _ address: ListenAddress,
    tls: TLSContext?,
    settings: HTTPSettings
  ) throws(HTTPServerError) -> [Listener] {
    switch address {
    case .descriptor(let number):
      return [try Listener(adopting: number, tls: tls, settings: settings)]
    case .internet("localhost", let port):
      return try localhost(port: port, tls: tls, settings: settings)
    case .internet(let host, let port):
      guard let place = SocketAddress(host: host, port: port) else {
        throw HTTPServerError(
          .invalidAddress,
          "'\(host)' is neither a numeric address nor 'localhost'."
        )
      }
      return [try Listener(place, named: address, tls: tls, settings: settings)]
    }
  }

  private static func localhost(
    port: UInt16,
    tls: TLSContext?,
    settings: HTTPSettings
  ) throws(HTTPServerError) -> [Listener] {
    var attempts = port == 0 ? 16 : 1
    while true {
      attempts -= 1
      let first = try bind(.internet(host: "127.0.0.1", port: port), tls: tls, settings: settings)
      do throws(HTTPServerError) {
        let second = ListenAddress.internet(host: "::1", port: first[0].port)
        return first + (try bind(second, tls: tls, settings: settings))
      } catch {
        switch error.cause?.number {
        case EADDRNOTAVAIL, EAFNOSUPPORT: return first
        // The port is free for one of the two only. Who resolves the name to the other would reach another program.
        case EADDRINUSE where attempts > 0: continue
        default: throw error
        }
      }
    }
  }

  private init(
    _ place: SocketAddress,
    named address: ListenAddress,
    tls: TLSContext?,
    settings: HTTPSettings
  ) throws(HTTPServerError) {
    self.tls = tls
    do throws(SystemError) {
      let number = try SystemError.check {
        socket(Int32(place.storage.ss_family), cevents_stream | cevents_nonblocking, 0)
      }
      descriptor = FileDescriptor(owning: number, "\(address)")
      // A restart must not wait until connections of the process before have timed out.
      _ = cevents_set_option(number, SOL_SOCKET, SO_REUSEADDR, 1)
      // `::` is for both families, whatever the system's default is; peers of IPv4 then have mapped addresses.
      if place.isIPv6 { _ = cevents_set_option(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
      Self.setConnectionOptions(number, settings)
      var storage = place.storage
      try SystemError.check { unsafe cevents_bind(number, &storage) }
      try SystemError.check { listen(number, settings.backlog) }
    } catch {
      throw HTTPServerError(.listen, Self.message(for: address, error), cause: error)
    }
  }

  /// Takes over what listens already.
  private init(
    adopting number: Int32,
    tls: TLSContext?,
    settings: HTTPSettings
  ) throws(HTTPServerError) {
    var listens: Int32 = 0
    let failed = unsafe cevents_get_option(number, SOL_SOCKET, SO_ACCEPTCONN, &listens) < 0
    guard !failed, listens == 1 else {
      throw HTTPServerError(
        .listen,
        "Descriptor \(number) is not a listening socket. With systemd, the socket unit needs ListenStream= and Accept=no.",
        cause: failed ? .current : nil
      )
    }
    _ = cevents_make_nonblocking(number)
    Self.setConnectionOptions(number, settings)
    descriptor = FileDescriptor(owning: number, "descriptor \(number)")
    self.tls = tls
  }

  /// Sets what accepted connections inherit (tcp(7)), which saves the calls for each of them.
  private static func setConnectionOptions(_ number: Int32, _ settings: HTTPSettings) {
    let tcp = Int32(IPPROTO_TCP)
    _ = cevents_set_option(number, tcp, TCP_NODELAY, 1)
    // A peer that vanished without a word is noticed after 40 + 3 * 15 = 85 seconds.
    _ = cevents_set_option(number, SOL_SOCKET, SO_KEEPALIVE, 1)
    _ = cevents_set_option(number, tcp, TCP_KEEPIDLE, 40)
    _ = cevents_set_option(number, tcp, TCP_KEEPINTVL, 15)
    _ = cevents_set_option(number, tcp, TCP_KEEPCNT, 3)
    if let size = settings.sendBuffer {
      _ = cevents_set_option(number, SOL_SOCKET, SO_SNDBUF, size)
    }
  }

  /// The port that it is bound to; 0 of a socket in the file system.
  var port: UInt16 {
    var address = SocketAddress()
    guard unsafe cevents_name(descriptor.number, &address.storage) == 0 else { return 0 }
    return address.port
  }

  private static func message(for address: ListenAddress, _ error: SystemError) -> String {
    let remedy =
      switch error.number {
      case EADDRINUSE: "Another program listens there: stop it, or choose another port."
      case EACCES:
        "Ports below 1024 need root: choose another port, or let systemd pass the socket."
      case EADDRNOTAVAIL:
        "This machine does not have that address: `ip address` lists those it has."
      case EAFNOSUPPORT: "This machine has no addresses of that kind."
      default: "Check the address."
      }
    return "Cannot listen on \(address): \(error). \(remedy)"
  }
}
#endif
