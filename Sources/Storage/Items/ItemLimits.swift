/// The limits on an item's parts, small enough that every item can be synced.
///
/// An edit that exceeds one is refused with ``StorageError/Code/invalidItem``. A merge of two
/// devices' edits may exceed ``tags``, ``blockers`` and ``attributesBytes``, since refusing it would
/// lose an edit.
public enum ItemLimits {
  /// The greatest number of anything, the next one included; every JSON program reads it exactly.
  static let maxNumber = 1 << 53 - 1
  /// The longest title, in characters.
  public static let titleCharacters = 1_000
  /// The longest notes, in bytes of UTF-8.
  public static let notesBytes = 262_144
  /// The longest name of a kind, list, tag or attribute key, in bytes of UTF-8.
  public static let nameBytes = 256
  /// The most tags of one item.
  public static let tags = 100
  /// The most items that one item may wait for.
  public static let blockers = 100
  /// How many ancestors an item may have; concurrent moves on several devices may exceed it.
  public static let level = 16
  /// The largest attribute value, in bytes of JSON.
  public static let attributeBytes = 65_536
  /// The largest sum of attribute values, in bytes of JSON.
  public static let attributesBytes = 262_144
  /// How deep arrays and objects may be nested in an attribute value.
  ///
  /// Less than ``JSONParser/maxDepth``, which includes what a file or a message puts around the value.
  public static let attributeDepth = 500
}
