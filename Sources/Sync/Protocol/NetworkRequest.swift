/// A request in the terms of HTTP.
public struct NetworkRequest: Sendable, Equatable {
  /// The method in upper case.
  public var method: String
  /// The path below the hub's address, from `/v1` on.
  public var path: String
  /// Names and values of the query, not percent-encoded, in order.
  public var query: [Pair]
  /// Names and values of the headers.
  public var headers: [Pair]
  /// The body; empty if there is none.
  public var body: [UInt8]
  /// How long the hub may intentionally hold the request, in addition to a service's own timeout.
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

    /// Makes a pair of a name and a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}
