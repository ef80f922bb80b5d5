/// A setting of a program: its name, its default, and the values that it accepts.
public struct Setting: Sendable, Identifiable {
  /// The kinds of values.
  public enum Form: Sendable {
    /// Any text of one line that is not empty.
    case text
    /// `yes` or `no`.
    case flag
    /// A whole number within bounds.
    case number(ClosedRange<Int>)
    /// One of some words.
    case choice([String])
    /// A text of one line that the function accepts; for others, it returns a sentence for a person.
    case checked(@Sendable (String) -> String?)
  }

  /// The name under which it is kept.
  public let name: String
  /// The kind of its values.
  public let form: Form
  /// The value while nobody has set one.
  public let standard: String

  /// The name.
  public var id: String { name }

  /// Makes a setting.
  public init(_ name: String, _ form: Form, standard: String) {
    self.name = name
    self.form = form
    self.standard = standard
  }

  /// A sentence that tells a person what is wrong with a value; nil if it is valid.
  public func problem(with value: String) -> String? {
    switch form {
    case .text: return Setting.problem(withLine: value)
    case .flag: return ["yes", "no"].contains(value) ? nil : "Write 'yes' or 'no'."
    case .number(let range):
      if let number = Int(value), range.contains(number) { return nil }
      return "Write a whole number from \(range.lowerBound) to \(range.upperBound)."
    case .choice(let words):
      guard !words.contains(value) else { return nil }
      return "Write one of \(words.map { "'\($0)'" }.joined(separator: ", "))."
    case .checked(let check): return Setting.problem(withLine: value) ?? check(value)
    }
  }

  private static func problem(withLine value: String) -> String? {
    if value.allSatisfy(\.isWhitespace) { return "Write something." }
    let isLine = value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isLine ? nil : "Write one line, without control characters."
  }
}
