import Dependencies

struct QuoteClient: Sendable {
  var quote: @Sendable (_ day: Int) async throws -> String
}

extension QuoteClient: DependencyKey {
  static let liveValue = QuoteClient { day in
    ["Begin.", "Go on.", "Stop."][day % 3]
  }
}

extension DependencyValues {
  var quoteClient: QuoteClient {
    get { self[QuoteClient.self] }
    set { self[QuoteClient.self] = newValue }
  }
}
