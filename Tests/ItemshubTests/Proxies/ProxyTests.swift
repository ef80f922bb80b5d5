#if Hub
import Foundation
import Testing

/// The guide's configurations of proxies, each run with the built daemon and the built command.
@Suite struct ProxyTests {
  @Suite(.enabled(if: ProxyKind.nginx.isInstalled, "nginx is not installed"))
  struct Nginx {
    private let kind = ProxyKind.nginx

    @Test func `devices meet behind nginx`() async throws {
      try await ProxyWorld.devicesMeet(kind)
    }

    @Test(.enabled("the system's roots cannot be replaced", PrivateRoot.canBeTrusted))
    func `devices meet behind nginx, which speaks TLS`() async throws {
      try await ProxyWorld.devicesMeet(kind, isEncrypted: true)
    }

    @Test(.enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
    func `other clients are served behind nginx`() async throws {
      try await ProxyWorld.clientIsServed(kind)
    }

    @Test func `a device that leaves is noticed behind nginx`() async throws {
      try await ProxyWorld.deviceThatLeavesIsNoticed(kind)
    }

    @Test(.enabled(if: hasLoopbackNetwork, "this system has 127.0.0.1 alone"))
    func `a device has its own address behind nginx`() async throws {
      try await ProxyWorld.addressIsTheDevices(kind)
    }

    @Test(.enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
    func `a body that was refused on its way ends the connection behind nginx`() async throws {
      try await ProxyWorld.lateBodyEndsConnection(kind)
    }

    @Test func `a restart behind nginx loses nothing`() async throws {
      try await ProxyWorld.restartLosesNothing(kind)
    }
  }

  @Suite(.enabled(if: ProxyKind.caddy.isInstalled, "Caddy is not installed"))
  struct Caddy {
    private let kind = ProxyKind.caddy

    @Test func `devices meet behind Caddy`() async throws {
      try await ProxyWorld.devicesMeet(kind)
    }

    @Test(.enabled("the system's roots cannot be replaced", PrivateRoot.canBeTrusted))
    func `devices meet behind Caddy, which speaks TLS`() async throws {
      try await ProxyWorld.devicesMeet(kind, isEncrypted: true)
    }

    @Test(.enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
    func `other clients are served behind Caddy`() async throws {
      try await ProxyWorld.clientIsServed(kind)
    }

    @Test func `a device that leaves is noticed behind Caddy`() async throws {
      try await ProxyWorld.deviceThatLeavesIsNoticed(kind)
    }

    @Test(.enabled(if: hasLoopbackNetwork, "this system has 127.0.0.1 alone"))
    func `a device has its own address behind Caddy`() async throws {
      try await ProxyWorld.addressIsTheDevices(kind)
    }

    @Test func `a restart behind Caddy loses nothing`() async throws {
      try await ProxyWorld.restartLosesNothing(kind)
    }
  }

  @Suite(.enabled(if: ProxyKind.haproxy.isInstalled, "HAProxy is not installed"))
  struct HAProxy {
    private let kind = ProxyKind.haproxy

    @Test func `devices meet behind HAProxy`() async throws {
      try await ProxyWorld.devicesMeet(kind)
    }

    @Test(.enabled("the system's roots cannot be replaced", PrivateRoot.canBeTrusted))
    func `devices meet behind HAProxy, which speaks TLS`() async throws {
      try await ProxyWorld.devicesMeet(kind, isEncrypted: true)
    }

    @Test(.enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
    func `other clients are served behind HAProxy`() async throws {
      try await ProxyWorld.clientIsServed(kind)
    }

    @Test func `a device that leaves is noticed behind HAProxy`() async throws {
      try await ProxyWorld.deviceThatLeavesIsNoticed(kind)
    }

    @Test(.enabled(if: hasLoopbackNetwork, "this system has 127.0.0.1 alone"))
    func `a device has its own address behind HAProxy`() async throws {
      try await ProxyWorld.addressIsTheDevices(kind)
    }

    @Test func `a restart behind HAProxy loses nothing`() async throws {
      try await ProxyWorld.restartLosesNothing(kind)
    }
  }

  /// On Linux every address of 127.0.0.0/8 is this machine's.
  private static let hasLoopbackNetwork: Bool = {
    #if os(Linux)
    true
    #else
    false
    #endif
  }()
}
#endif
