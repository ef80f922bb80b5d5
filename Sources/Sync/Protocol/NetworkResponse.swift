/// A response in the terms of HTTP.
public struct NetworkResponse: Sendable, Equatable {
  /// The status code.
  public var status: Int
  /// Names and values of the headers.
  public var headers: [NetworkRequest.Pair]
  /// The body; empty if there is none.
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
