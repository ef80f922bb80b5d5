/// Settings during editing: the stored values, and what a person has typed over them.
///
/// If a setting changes elsewhere meanwhile, the new value shows unless something was typed. Typed
/// values stay, and win when they are saved.
public struct SettingsEditing: Sendable, Equatable {
  /// A value that is typed, or that the standard is to count again.
  private enum Edit: Sendable, Equatable {
    case value(String)
    case removal
  }

  /// The stored values, by name.
  public private(set) var stored: [String: String]
  private var edits: [String: Edit] = [:]

  init(_ stored: [String: String]) { self.stored = stored }

  /// The edited value of a name; nil if the standard value applies.
  public func value(of name: String) -> String? {
    switch edits[name] {
    case .value(let value): value
    case .removal: nil
    case nil: stored[name]
    }
  }

  /// The names whose values were changed here.
  public var editedNames: Set<String> { Set(edits.keys) }

  /// Types a value; nil lets the standard count again.
  mutating func set(_ name: String, to value: String?) {
    edits[name] = value == stored[name] ? nil : value.map(Edit.value) ?? .removal
  }

  /// Takes in what is kept now.
  mutating func receive(_ values: [String: String]) {
    let typed = editedNames.map { ($0, value(of: $0)) }
    stored = values
    // Both sides came to the same.
    for (name, value) in typed { set(name, to: value) }
  }

  /// Takes in that what was typed in an earlier copy of this is kept now.
  mutating func receive(saved: SettingsEditing) {
    let (values, removals) = (saved.values, saved.removals)
    receive(stored.merging(values) { $1 }.filter { !removals.contains($0.key) })
  }

  /// Discards what was typed.
  mutating func revert() { edits = [:] }

  /// What is to be kept.
  var values: [String: String] {
    edits.compactMapValues { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The names under which nothing is to be kept.
  var removals: Set<String> { Set(edits.filter { $0.value == .removal }.keys) }
}
