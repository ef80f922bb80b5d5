import Foundation
import Storage

/// The words of a text without case and diacritics.
enum Words {
  static func of(_ item: Item) -> [String] {
    ([item.title, item.notes] + item.tags).flatMap { of($0) }
  }

  static func of(_ text: String) -> [String] {
    let letters = text.decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { $0.properties.generalCategory != .nonspacingMark }
    return String(String.UnicodeScalarView(letters)).lowercased().unicodeScalars
      .split { !isPart(of: $0) }
      .map { String($0) }
  }

  private static func isPart(of scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}

extension [String] {
  /// Whether some word begins as each of the wanted ones does.
  func contains(allOf wanted: [String]) -> Bool {
    wanted.allSatisfy { contains(beginning: $0) }
  }

  /// Whether one of the words begins so.
  func contains(beginning start: String) -> Bool {
    contains { $0.unicodeScalars.starts(with: start.unicodeScalars) }
  }
}
