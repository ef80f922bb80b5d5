import Dependencies
import Foundation

@main
struct Journal {
  @MainActor
  static func main() async throws {
    prepareDependencies {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
    }
    let model = JournalModel()
    for day in 0..<2 { try await model.write(day: day) }
    for entry in model.entries {
      let seconds = Int(entry.date.timeIntervalSince1970)
      print("\(entry.id.uuidString.suffix(4)) at \(seconds): \(entry.text)")
    }
  }
}
