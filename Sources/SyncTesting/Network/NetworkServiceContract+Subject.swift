public import Sync
public import Testing

extension NetworkServiceContract {
  /// A service under test: how to connect it to the contract's answers, and what its author states about it.
  public struct Subject: Sendable {
    /// The service's name in reports.
    public let name: String

    /// A text that the service adds to each request as a credential, such as a token; nil if it adds none.
    public var credentials: String?

    /// The most bytes that the body of an answer may have; nil if there is no limit.
    ///
    /// At least 2 MiB: a hub's answers may be that large.
    public var responseLimit: Int?

    /// How long the service waits for an answer to a request without patience; nil if forever, or
    /// too long for a test.
    ///
    /// The checks take several times as long.
    public var timeout: Duration?

    /// Makes a service whose hub is missing, such as an address where nothing listens; nil if that is not possible.
    public var withoutHub: (@Sendable () async throws -> any NetworkService)?

    private let scope:
      @Sendable (@escaping Answer, (any NetworkService) async throws -> Void) async throws -> Void

    /// Describes a service by a closure that connects one to the contract's answers.
    public init(
      _ name: String,
      make: @escaping @Sendable (@escaping Answer) async throws -> any NetworkService
    ) {
      self.init(name) { answer, body in
        try await body(make(answer))
      }
    }

    /// Describes a service that needs something around it, such as a server at the other end.
    ///
    /// The closure connects a service to the answers, calls its second argument with it, and cleans up.
    public init(
      _ name: String,
      scope:
        @escaping @Sendable (
          @escaping Answer, (any NetworkService) async throws -> Void
        ) async throws -> Void
    ) {
      self.name = name
      self.scope = scope
    }

    /// The same service, with a hub in memory at the other end.
    public var overHub: HubSubject {
      HubSubject("\(name), over a hub") { body in
        let hub = InProcessNetworkService(.inMemory())
        let answer: Answer = { request in
          var request = request
          // The patience stays with the caller; what the hub is told is in the query.
          let seconds = request.query.first { $0.name == "t" }.flatMap { Int($0.value) } ?? 0
          request.patience = .seconds(seconds)
          do throws(NetworkError) {
            return try await hub.send(request)
          } catch {
            guard error.code != .cancelled else { throw CancellationError() }
            throw error
          }
        }
        try await scope(answer, body)
      }
    }

    func withService(
      _ answer: @escaping Answer,
      _ body: (any NetworkService) async throws -> Void
    ) async throws {
      try await scope(answer, body)
    }
  }

  /// A service under test that has a real hub at the other end.
  public struct HubSubject: Sendable {
    /// The service's name in reports.
    public let name: String
    /// The space that the checks use.
    public let space: String

    private let scope: @Sendable ((any NetworkService) async throws -> Void) async throws -> Void

    /// Describes a service by a closure that makes one for a new hub, whose space is empty or missing.
    public init(
      _ name: String,
      space: String = "main",
      make: @escaping @Sendable () async throws -> any NetworkService
    ) {
      self.init(name, space: space) { body in
        try await body(make())
      }
    }

    /// Describes a service whose hub needs something around it, such as a running program.
    ///
    /// The closure makes a hub whose space is empty or missing, calls its argument with a service for it, and cleans
    /// up.
    public init(
      _ name: String,
      space: String = "main",
      scope:
        @escaping @Sendable (
          (any NetworkService) async throws -> Void
        ) async throws -> Void
    ) {
      self.name = name
      self.space = space
      self.scope = scope
    }

    func withService(_ body: (any NetworkService) async throws -> Void) async throws {
      try await scope(body)
    }
  }

  /// The end of a connection in the middle of an answer.
  ///
  /// If the transport can do so, send the head of the answer and the first bytes of its body, and
  /// no more; else send nothing.
  public struct Interruption: Error, Sendable {
    /// The complete answer.
    public let response: NetworkResponse
    /// How many bytes of its body to send.
    public let bytes: Int
  }
}

extension NetworkServiceContract.Subject: CustomTestStringConvertible {
  /// The service's name.
  public var testDescription: String { name }
}

extension NetworkServiceContract.HubSubject: CustomTestStringConvertible {
  /// The service's name.
  public var testDescription: String { name }
}
