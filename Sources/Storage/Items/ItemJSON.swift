// The one JSON form of items, in every file and every output. It does not change once shipped.
//
// | key | type | meaning |
// | --- | --- | --- |
// | `id` | string | the UUID, lower case with hyphens |
// | `number` | integer | the number in the store that wrote it; other stores do not use it |
// | `kind` | string | left out of stored files if it is "item" |
// | `title` | string | the only key that must be given |
// | `notes` | string | "" unless given |
// | `status` | string | "open", "done" or "cancelled" |
// | `priority` | string | "none", "low", "medium" or "high" |
// | `list` | string | "inbox" unless given |
// | `tags` | array of strings | in the order of their UTF-8 bytes |
// | `start` | string or null | a day as "2026-11-30", or a time |
// | `due` | string or null | a day or a time |
// | `repeat` | object or null | how it comes again, see Repeat+JSON.swift |
// | `occurrence` | string or null | the date that is open, see NominalDate.swift |
// | `parent` | string or null | the id of the item that it stands under |
// | `blockedBy` | array of strings | the ids of the items that it waits for; left out of stored files if none |
// | `createdAt` | string | a time, ISO 8601 UTC with milliseconds |
// | `updatedAt` | string | a time |
// | `completedAt` | string or null | a time |
// | `attributes` | object | any JSON values, in the order of their keys' UTF-8 bytes |
// | `unknownFields` | object | what a later version wrote, see ``Item/unknown``; left out if none |
//
// Reading accepts times with any offset from UTC, a date alone as midnight UTC where no day can be meant, and
// `dueAt` for `due`, as it was called while it was always a time. A null is the
// same as an absent key, except that it clears the value of an existing item.

/// Writes and reads items as JSON.
package enum ItemJSON {
  /// The version of the form, which files and documents give under the key `schema`.
  ///
  /// It is that of a store's file, which is such a document with more keys; FieldTableTests checks it.
  package static let schema = 4

  /// The key of ``Item/unknown``.
  static let unknownKey = "unknownFields"

  /// Which keys are written.
  package enum Style: Sendable, Hashable {
    /// Every key, with null for no value; for scripts.
    case explicitNulls
    /// No key without a value, nor the default kind; for files.
    case omittingNil
  }

  /// What to do with a key that items do not have.
  package enum UnknownKeys: Sendable, Hashable {
    /// It becomes an attribute.
    case becomeAttributes
    /// It is an error that names the key.
    case refused
    /// It is kept apart, in ``Record/others``.
    case keptApart
  }
}
