import Storage
import Sync
import Testing

/// The service that a check uses and its far end, with shorthands for frequent steps.
struct NetworkProbe: Sendable {
  let service: any NetworkService
  let subject: NetworkServiceContract.Subject
  let farEnd: FarEnd

  /// Sends a request; throws the service's error, or ``Unfinished`` if it takes for ever.
  func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    try await service.finish(service.start(request))
  }

  /// Sends a request and expects this error; returns it.
  @discardableResult
  func expect(
    _ code: NetworkError.Code,
    of request: NetworkRequest,
    _ purpose: String = "",
    at location: SourceLocation = #_sourceLocation
  ) async throws -> NetworkError? {
    try await expect(code, of: service.start(request), purpose, at: location)
  }

  /// Expects this error of a call that has begun; returns it.
  @discardableResult
  func expect(
    _ code: NetworkError.Code,
    of call: Task<NetworkResponse, any Error>,
    _ purpose: String = "",
    at location: SourceLocation = #_sourceLocation
  ) async throws -> NetworkError? {
    do {
      let response = try await service.finish(call)
      Issue.record(
        "\(purpose): answered with status \(response.status), which should have been an error",
        sourceLocation: location
      )
      return nil
    } catch let error as NetworkError {
      #expect(error.code == code, "\(purpose): \(error)", sourceLocation: location)
      #expect(!error.message.isEmpty, sourceLocation: location)
      return error
    }
  }

  /// Expects that the service works.
  func expectAnswer(
    _ purpose: String,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    farEnd.answers { _ in NetworkResponse(status: 200, body: Array("well\n".utf8)) }
    let response = try await send(.push())
    #expect(response.status == 200, "\(purpose)", sourceLocation: location)
    #expect(response.body == Array("well\n".utf8), "\(purpose)", sourceLocation: location)
  }
}

/// A call that should have ended, and has not.
struct Unfinished: Error, CustomStringConvertible {
  var description: String { "The call has not ended in any time that a service may need." }
}

extension NetworkService {
  /// Begins a call.
  func start(_ request: NetworkRequest) -> Task<NetworkResponse, any Error> {
    Task { try await send(request) }
  }

  /// Waits for the end of a call; throws ``Unfinished`` instead of waiting for ever.
  func finish(_ call: Task<NetworkResponse, any Error>) async throws -> NetworkResponse {
    let ended = Locked<CheckedContinuation<Result<NetworkResponse, any Error>, Never>?>(nil)
    let end: @Sendable (Result<NetworkResponse, any Error>) -> Void = { result in
      ended.withLock { $0.take() }?.resume(returning: result)
    }
    let deadline = NetworkServiceContract.deadline
    var watch: Task<Void, Never>?
    let result = await withCheckedContinuation { continuation in
      ended.withLock { $0 = continuation }
      Task { end(await call.result) }
      watch = Task {
        guard (try? await Task.sleep(for: deadline)) != nil else { return }
        end(.failure(Unfinished()))
      }
    }
    watch?.cancel()
    return try result.get()
  }
}

extension NetworkRequest {
  /// A request that changes something on the hub.
  static func push(_ body: [UInt8] = Array("{}".utf8)) -> NetworkRequest {
    NetworkRequest(
      method: "POST",
      path: "/v1/spaces/main/push",
      headers: [Pair("Sync-Protocol", "1"), Pair("Content-Type", "application/json")],
      body: body
    )
  }

  /// A request that changes nothing on the hub.
  static func look(_ query: [Pair] = []) -> NetworkRequest {
    NetworkRequest(
      method: "GET",
      path: "/v1/spaces/main/changes",
      query: query,
      headers: [Pair("Sync-Protocol", "1")]
    )
  }

  /// A request that the hub may hold for a minute.
  static let wait = NetworkRequest(
    method: "GET",
    path: "/v1/spaces/main/wait",
    query: [Pair("after", "0"), Pair("t", "60")],
    headers: [Pair("Sync-Protocol", "1")],
    patience: .seconds(60)
  )
}

extension [UInt8] {
  /// Bytes without an order.
  static func random(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }
}
