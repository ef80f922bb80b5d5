/// The changes for the next push, read while the hub takes the one before it.
///
/// They are what the store had then, and may go out although a person edits the items meanwhile: an
/// edit between the reading and the sending is as one that is made while the push is on its way.
package struct PushAhead: Sendable, Equatable {
  /// The changes; no item of the push before is among them.
  package let changes: [PushChange]
  /// The local number behind which further changes are, if these are not all.
  package let next: Int?
  /// The changes as they are in a message; nil for a few, maybe large ones, which would be in memory twice.
  let written: [UInt8]?

  package init(changes: [PushChange], next: Int?) {
    self.changes = changes
    self.next = next
    written = changes.count >= PushAhead.fewestWritten ? changes.bytes : nil
  }

  /// Writing few takes no time, unless they are large.
  private static let fewestWritten = 64
}
