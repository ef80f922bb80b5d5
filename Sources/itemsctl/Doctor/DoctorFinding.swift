import CommandKit
import Storage

/// Something that is not as it should be, in the store or around it.
struct DoctorFinding: Hashable {
  /// What it concerns: a part of the store, or `permissions`, `links`, `credentials`, `space`, `leftover`,
  /// `hooks`.
  let subject: String
  /// The item concerned, if it is one.
  var number: Int?
  /// A sentence for a person.
  let message: String
  /// Whether it was put right.
  var isFixed = false
  /// Whether the store itself is wrong, not what is around it.
  var isOfStore = false
  /// Whether only a person can fix it, who knows which item is to move.
  var needsPerson = false

  init(_ subject: String, _ message: String) {
    self.subject = subject
    self.message = message
  }

  init(_ finding: StoreFinding) {
    subject = finding.subject.description
    number = finding.number
    message = finding.message
    isOfStore = true
    needsPerson = finding.subject == .tree && finding.number != nil
  }

  /// The finding as a line for a person.
  var line: String { "\((isFixed ? "fixed" : "wrong").padded(toWidth: 8))\(message.visible)" }

  /// The finding as an object.
  var json: JSONValue {
    [
      "subject": .string(subject),
      "number": number.map { .integer(Int64($0)) } ?? .null,
      "message": .string(message),
      "fixed": .bool(isFixed),
    ]
  }
}
