import Foundation

// What the larger example of Registry's landing page injects.

struct Database: Sendable {
  let path: String

  init(path: String) throws {
    if path.isEmpty { throw CocoaError(.fileNoSuchFile) }
    self.path = path
  }

  func close() {}
}

struct Outbox: Sendable {
  let database: Database
  let letters: [String]

  static func open(_ database: Database) async throws -> Outbox {
    Outbox(database: database, letters: [])
  }
}

protocol Post: Sendable {
  func deliver(_ text: String, number: UUID) -> String
}

struct RoyalMail: Post {
  func deliver(_ text: String, number: UUID) -> String { "\(number) is on its way" }
}

struct NoPost: Post {
  func deliver(_ text: String, number: UUID) -> String { "\(number) stays here" }
}
