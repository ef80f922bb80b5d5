/// Carries a request to a hub and its response back.
///
/// The engine sends one request at a time, and sends it again where there is no response, so a
/// service neither queues nor retries.
public protocol NetworkService: Sendable {
  /// Sends a request and waits for the response, whatever its status.
  ///
  /// - Throws: ``NetworkError`` where no whole response came; the request may have been taken.
  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse
}

/// A request as HTTP has it.
public struct NetworkRequest: Sendable, Equatable {
  /// The method in upper case.
  public var method: String
  /// The path below the hub's address, from `/v1` on.
  public var path: String
  /// Names and values of the query, not percent-encoded, in order.
  public var query: [Pair]
  /// Names and values of the headers.
  public var headers: [Pair]
  /// The body; empty where there is none.
  public var body: [UInt8]
  /// How long the hub may keep the request on purpose, beyond what a service waits for an answer.
  public var patience: Duration

  /// Describes a request.
  public init(
    method: String,
    path: String,
    query: [Pair] = [],
    headers: [Pair] = [],
    body: [UInt8] = [],
    patience: Duration = .zero
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.patience = patience
  }

  /// A name with its value.
  public struct Pair: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Puts a name and a value together.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

/// A response as HTTP has it.
public struct NetworkResponse: Sendable, Equatable {
  /// The status code.
  public var status: Int
  /// Names and values of the headers.
  public var headers: [NetworkRequest.Pair]
  /// The body; empty where there is none.
  public var body: [UInt8]

  /// Describes a response.
  public init(status: Int, headers: [NetworkRequest.Pair] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header of that name, whatever its case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why there is no response.
public struct NetworkError: Error, Sendable, CustomStringConvertible {
  /// A kind of failure; new ones may come without breaking anyone.
  public struct Code: Sendable, Hashable {
    private enum Kind {
      case unreachable, cancelled, noRemote, notBuiltIn, untrusted, invalidAnswer
    }

    private let kind: Kind

    /// No whole response came; trying again may help.
    public static let unreachable = Code(kind: .unreachable)
    /// The task was cancelled.
    public static let cancelled = Code(kind: .cancelled)
    /// No hub was chosen.
    public static let noRemote = Code(kind: .noRemote)
    /// The hub's address needs what this program was built without.
    public static let notBuiltIn = Code(kind: .notBuiltIn)
    /// What answers cannot prove that it is the hub.
    public static let untrusted = Code(kind: .untrusted)
    /// What came is not the answer of a hub, and trying again would bring the same.
    public static let invalidAnswer = Code(kind: .invalidAnswer)

    /// Whether trying again may help.
    package var isTransient: Bool { kind == .unreachable }
  }

  /// What kind of failure this is.
  public var code: Code
  /// A sentence for a person.
  public var message: String
  /// The error that lies beneath, where there is one.
  public var cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message.
  public var description: String { message }
}
