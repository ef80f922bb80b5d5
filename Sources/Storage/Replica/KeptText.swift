// A kept text is a register of its own. Its name does not change once shipped.
//
// | part    | form                                              |
// | name    | `kept:FIELD:STAMP`, FIELD as in Field.swift       |
// | STAMP   | 26 digits, see Stamp+Text.swift                   |
// | value   | the text, or null once somebody has decided on it |
// | stamp   | STAMP, or the decision's                          |

/// A text that lost to a later one, and is kept beside it until somebody decides.
///
/// Two devices edited one text, and the edits overlap: the later is the field's value, the other stays with
/// the item on every device. Its stamp is the one under which it was written, so that devices that
/// keep the same text keep it once.
public struct KeptText: Sendable, Hashable {
  /// The field whose value it was.
  public var field: Field
  /// When and where it was written.
  public var stamp: Stamp
  /// The text.
  public var text: String

  /// Makes a kept text.
  public init(field: Field, stamp: Stamp, text: String) {
    self.field = field
    self.stamp = stamp
    self.text = text
  }

  /// The register that holds it.
  public var register: Field { .unknown(KeptText.prefix + field.name + ":" + stamp.text) }

  /// The text in a register; nil for any other register, and for one whose text was decided on.
  public init?(_ register: Field, _ value: JSONValue) {
    guard let text = value.string, let (field, stamp) = KeptText.parts(of: register) else {
      return nil
    }
    self.init(field: field, stamp: stamp, text: text)
  }

  /// The field and the stamp that a register's name says, or nil for another register.
  package static func parts(of register: Field) -> (field: Field, stamp: Stamp)? {
    guard case .unknown(let name) = register else { return nil }
    return parts(of: name)
  }

  /// The field and the stamp that a register's name on the wire says, or nil for another register.
  package static func parts(of name: String) -> (field: Field, stamp: Stamp)? {
    // Nearly every name is another one, and merging asks for each.
    guard name.utf8.first == prefix.utf8.first else { return nil }
    let bytes = Array(name.utf8)
    let digits = bytes.count - Stamp.digitCount
    guard bytes.starts(with: prefix.utf8), digits > prefix.utf8.count + 1,
      bytes[digits - 1] == UInt8(ascii: ":"),
      let stamp = Stamp(text: String(decoding: bytes[digits...], as: UTF8.self)),
      let field = String(validating: bytes[prefix.utf8.count..<digits - 1], as: UTF8.self)
    else { return nil }
    return (Field(name: field), stamp)
  }

  /// What the names of these registers begin with.
  private static let prefix = "kept:"
}

extension Item {
  /// The texts that are kept beside the item's fields, the oldest first.
  public var keptTexts: [KeptText] {
    if unknown.isEmpty { return [] }
    return unknown.compactMap { KeptText(.unknown($0.key), $0.value) }
      .sorted { $0.stamp < $1.stamp }
  }
}
