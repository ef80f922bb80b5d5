import Storage

/// A page, and the request that it answers.
struct PageWalk: Sendable {
  var request: ChangesRequest
  var page: ChangesPage
}

extension SyncEngine {
  /// A hub's reply to the first request for rows.
  enum FirstPage: Sendable {
    case page(PageWalk)
    case reset(SyncReset)
  }

  /// Asks for rows.
  func firstPage(_ request: ChangesRequest) async throws(SyncError) -> FirstPage {
    switch try await reply(to: .changes(request)) {
    case .changes(let page): return .page(PageWalk(request: request, page: page))
    case .reset(let kind): return .reset(kind)
    default: throw .wrongAnswer
    }
  }

  /// The page after another; nil after the last.
  func page(after walk: PageWalk) async throws(SyncError) -> PageWalk? {
    guard let request = walk.request.following(walk.page) else { return nil }
    guard request.after > walk.request.after else {
      throw SyncError(.protocolViolation, SyncCore.standstill)
    }
    switch try await reply(to: .changes(request)) {
    case .changes(let page): return PageWalk(request: request, page: page)
    case .reset:
      throw SyncError(.busy, "The hub started over while its items were read; try again.")
    default: throw .wrongAnswer
    }
  }
}
