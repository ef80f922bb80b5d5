// The one JSON form of items, in every file and every output. It does not change once shipped.
//
// | key | type | meaning |
// | --- | --- | --- |
// | `id` | string | the UUID, lower case with hyphens |
// | `number` | integer | the number in the store that wrote it; no other store takes it over |
// | `kind` | string | left out of stored files where it is "item" |
// | `title` | string | the only key that must be given |
// | `notes` | string | "" unless given |
// | `status` | string | "open", "done" or "cancelled" |
// | `priority` | string | "none", "low", "medium" or "high" |
// | `list` | string | "inbox" unless given |
// | `tags` | array of strings | in the order of their UTF-8 bytes |
// | `dueAt` | string or null | a time, ISO 8601 UTC with milliseconds |
// | `createdAt` | string | a time |
// | `updatedAt` | string | a time |
// | `completedAt` | string or null | a time |
// | `attributes` | object | any JSON values, in the order of their keys' UTF-8 bytes |
// | `unknownFields` | object | what a later version wrote, see ``Item/unknown``; left out if none |
//
// Reading takes times with any distance from UTC, and a date alone as midnight UTC. A null is the
// same as a key that is absent, except that it clears the value of an item that is there already.

/// Items as JSON: how they are written, and how they are read.
package enum ItemJSON {
  /// The version of the form, which files and documents give under the key `schema`.
  package static let schema = 1

  /// The key of ``Item/unknown``.
  static let unknownKey = "unknownFields"

  /// Which keys are written.
  package enum Style: Sendable, Hashable {
    /// Every key, with null where there is no value: what scripts read.
    case explicitNulls
    /// No key without a value, nor the usual kind: what files keep.
    case omittingNil
  }

  /// What becomes of a key that items do not have.
  package enum UnknownKeys: Sendable, Hashable {
    /// It becomes an attribute.
    case becomeAttributes
    /// It is an error that names the key.
    case refused
    /// It is kept apart, in ``Record/others``.
    case keptApart
  }
}
