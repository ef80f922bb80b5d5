public import Testing

extension NetworkServiceContract {
  /// A promise of ``/Sync/NetworkService`` that can be checked on any service.
  public struct Check: Sendable, CustomTestStringConvertible {
    /// The promise, as a sentence.
    public let name: String

    private let body: @Sendable (NetworkProbe) async throws -> Void

    init(_ name: String, body: @escaping @Sendable (NetworkProbe) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The promise, as a sentence.
    public var testDescription: String { name }

    /// Connects a service of the subject and checks the promise on it.
    ///
    /// Records a broken promise as an issue of the running test; throws an error that the promise does not mention.
    public func run(on subject: Subject) async throws {
      let farEnd = FarEnd()
      try await subject.withService({ request in try await farEnd.answer(request) }) { service in
        // Whatever still waits for an answer ends with the check.
        defer { farEnd.end() }
        try await body(NetworkProbe(service: service, subject: subject, farEnd: farEnd))
      }
    }
  }

  /// A promise of ``/Sync/NetworkService`` that is checked with a real hub at the other end.
  public struct HubCheck: Sendable, CustomTestStringConvertible {
    /// The promise, as a sentence.
    public let name: String

    private let body: @Sendable (HubProbe) async throws -> Void

    init(_ name: String, body: @escaping @Sendable (HubProbe) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The promise, as a sentence.
    public var testDescription: String { name }

    /// Opens a hub of the subject and checks the promise on the service for it.
    ///
    /// Records a broken promise as an issue of the running test; throws an error that the promise does not mention.
    public func run(on subject: HubSubject) async throws {
      try await subject.withService { service in
        try await body(HubProbe(service: service, space: subject.space))
      }
    }
  }
}
