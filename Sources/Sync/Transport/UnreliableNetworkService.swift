import Storage

/// A network that fails sometimes or always, or that is slow.
public struct UnreliableNetworkService: NetworkService {
  fileprivate enum Trouble: Sendable {
    case failing
    case slow(Wait)
    case flaky(Dice)
  }

  fileprivate let base: (any NetworkService)?
  fileprivate let trouble: Trouble

  fileprivate init(base: (any NetworkService)?, trouble: Trouble) {
    self.base = base
    self.trouble = trouble
  }

  /// Forwards the request, or loses it, or loses the response.
  public func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard let base else { throw UnreliableNetworkService.unreachable }
    switch trouble {
    case .failing: throw UnreliableNetworkService.unreachable
    case .slow(let wait):
      do {
        try await wait.run()
      } catch {
        throw NetworkError(.cancelled, "The request was cancelled.", cause: error)
      }
      return try await base.send(request)
    case .flaky(let dice):
      let result = dice.roll()
      if result == 0 { throw UnreliableNetworkService.unreachable }
      let response = try await base.send(request)
      // The hub has processed the request, but the response is lost.
      if result == 1 { throw UnreliableNetworkService.unreachable }
      return result == 2 ? NetworkResponse(status: 500) : response
    }
  }

  private static let unreachable = NetworkError(.unreachable, "The hub cannot be reached.")

  /// A wait that all copies of a service share.
  fileprivate final class Wait: Sendable {
    let run: @Sendable () async throws -> Void

    init(_ run: @escaping @Sendable () async throws -> Void) { self.run = run }
  }

  /// A die that all copies of a service share.
  fileprivate final class Dice: Sendable {
    private let generator: Locked<SeededGenerator>

    init(seed: UInt64) { generator = Locked(SeededGenerator(seed: seed)) }

    /// A number from 0 to 5.
    func roll() -> Int { Int(generator.withLock { $0.next() } % 6) }
  }
}

extension UnreliableNetworkService: Equatable {
  /// True for copies of one service, and for two that are down.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.trouble, right.trouble) {
    case (.failing, .failing): true
    case (.slow(let left), .slow(let right)): left === right
    case (.flaky(let left), .flaky(let right)): left === right
    default: false
    }
  }
}

extension NetworkService where Self == UnreliableNetworkService {
  /// A network that is down.
  public static var failing: UnreliableNetworkService {
    UnreliableNetworkService(base: nil, trouble: .failing)
  }

  /// A network on which each request takes this much longer.
  public static func slow(
    _ delay: Duration,
    _ base: any NetworkService
  ) -> UnreliableNetworkService {
    slow(base) { try await Task.sleep(for: delay) }
  }

  /// A network on which each request takes as long as the closure waits.
  public static func slow(
    _ base: any NetworkService,
    by wait: @escaping @Sendable () async throws -> Void
  ) -> UnreliableNetworkService {
    UnreliableNetworkService(base: base, trouble: .slow(UnreliableNetworkService.Wait(wait)))
  }

  /// A network that loses about every second request or response; equal seeds lose the same ones.
  public static func flaky(seed: UInt64, _ base: any NetworkService) -> UnreliableNetworkService {
    UnreliableNetworkService(base: base, trouble: .flaky(UnreliableNetworkService.Dice(seed: seed)))
  }
}
