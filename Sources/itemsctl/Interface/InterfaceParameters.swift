import CommandKit
import ItemModels
import Phrases
import Storage
import Sync

/// What the screens need of the world: the store, the time, and the commands.
struct InterfaceParameters: Sendable {
  var repository: any OpenedStore
  /// The calendar as of now.
  var calendar: @Sendable () -> LocalCalendar
  /// The views that `list` knows as of now, one's own among them.
  var views: @Sendable () -> [Place]
  /// The question that words behind `itemsctl list` ask, by the settings as of now.
  var query: @Sendable ([String]) throws -> ItemQuery
  /// The settings as of now.
  var settings: @Sendable () -> [SettingRow]
  /// Does what a command line says, in the same store.
  var run: @Sendable ([String]) async -> CommandAnswer
  /// The hub of the store as of now, as a command may name one meanwhile; nil for a store without one.
  var remote: @Sendable () async -> Remote?
  var networkService: @Sendable (Remote) throws(SyncError) -> any NetworkService
  var syncEnvironment: SyncEnvironment
  var syncLease: SyncLease
  /// How long the store does not change before places are counted again; nil counts them at once.
  var quietTime: QuietTime?
}

/// What the list can show: words behind `itemsctl list`, under a name.
struct Place: Hashable, Sendable {
  var name: String
  var words: [String]
  /// Whether it is a view of one's own, which can be removed.
  var isOwnView = false

  /// What is open.
  static let open = Place(name: "Open", words: [])

  /// Deleted items, which can be restored.
  static let deleted = Place(name: "deleted", words: ["--deleted"])

  /// The items with a tag.
  static func tag(_ name: String) -> Place {
    Place(name: "+\(name)", words: ["tag:\(QuotedText.quoting(name))"])
  }

  /// The items of a list.
  static func list(_ name: String) -> Place {
    Place(name: name, words: ["list:\(QuotedText.quoting(name))"])
  }

  /// All items that a search text matches, of any status, the best match first.
  static func search(for text: String) -> Place {
    let words = "text:\(QuotedText.quoting(text))"
    return Place(name: "/\(text)", words: ["status:any", words, "--sort", "relevance"])
  }

  /// A view of the settings.
  static func view(_ name: String) -> Place {
    Place(name: name, words: [name], isOwnView: true)
  }
}

/// What a command said.
struct CommandAnswer: Sendable, Equatable {
  var lines: [String]
  var isFailure: Bool

  /// What each line tells of another item, as in `Changed 3 "Tea"` and `Would change 3 "Tea"`; nil for other lines.
  private var verb: String? {
    let verbs = Set(lines.map { String($0.prefix { !$0.isNumber }).trimmed })
    return verbs.count == 1 && lines.allSatisfy { $0.contains("\"") } ? verbs.first : nil
  }

  /// The question that the command could not ask, so that it did nothing; nil for none.
  var question: String? { isFailure ? Questions.question(in: problem) : nil }

  /// Whether it is best told in one line.
  var isShort: Bool { lines.count < 3 || verb != nil }

  /// What it comes to, without how the command is used.
  var summary: String {
    if isFailure { return problem }
    if lines.count > 1, let verb { return "\(verb) \(lines.count) items" }
    let told = lines.prefix { !$0.hasPrefix("Usage:") && !$0.hasPrefix("See 'itemsctl") }
    return told.map(\.trimmed).joined(separator: "  ")
  }

  /// The sentence about what failed, without the option that nobody typed and without advice for a command line.
  private var problem: String {
    let told = lines.filter {
      !$0.hasPrefix("Usage:") && !$0.hasPrefix("See 'itemsctl") && !$0.hasPrefix("Help:")
    }
    var text = told.map(\.trimmed).joined(separator: " ")
    if text.hasPrefix("Error: ") { text = String(text.dropFirst("Error: ".count)) }
    // "The value 'nxt' is invalid for '--due <date>': 'nxt' is not understood"
    if text.hasPrefix("The value '"), let middle = text.firstRange(of: "' is invalid for '"),
      let end = text[middle.upperBound...].firstRange(of: "': ")
    {
      text = String(text[end.upperBound...])
      if text.hasPrefix("it is ") { text = "The text" + text.dropFirst("it".count) }
    }
    guard let last = text.last else { return text }
    return last.isLetter || last.isNumber || "'\")".contains(last) ? text + "." : text
  }
}
