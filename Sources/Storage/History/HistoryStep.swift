#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One write that can be undone or redone.
public struct HistoryStep: Sendable, Hashable, Identifiable {
  /// The position in the order of the writes; later steps have greater ids.
  public let id: Int
  /// When the write was made.
  public let date: Date
  /// Whether the step is undone, and can be redone.
  public internal(set) var isUndone: Bool
  let counts: HistoryCounts
  /// The first item that was changed; the only one if ``count`` is 1.
  public let firstItem: ItemID

  /// How many items were added.
  public var added: Int { counts.added }
  /// How many updates changed something.
  public var updated: Int { counts.updated }
  /// How many items were deleted.
  public var deleted: Int { counts.deleted }
  /// How many items were restored.
  public var restored: Int { counts.restored }
  /// How many changes there were.
  public var count: Int { added + updated + deleted + restored }
}

extension HistoryStep {
  /// The change of one item by a step.
  public struct Change: Sendable, Hashable {
    /// The item.
    public let item: ItemID
    /// How the step changed it.
    public let kind: Kind

    /// The ways in which a step changes an item.
    public enum Kind: Sendable, Hashable {
      /// The item is new.
      case added
      /// The item was deleted; it can be restored.
      case deleted
      /// The item had been deleted, and was restored.
      case restored
      /// The values of these fields changed; sorted by name.
      case edited([Edit])
    }

    /// Describes a change.
    public init(item: ItemID, kind: Kind) {
      self.item = item
      self.kind = kind
    }
  }

  /// A field's values before and after a step.
  public struct Edit: Sendable, Hashable {
    /// The field.
    public let field: Field
    /// The value before the step, as JSON has it; see ``Field``.
    public let before: JSONValue
    /// The value after the step.
    public let after: JSONValue

    /// Describes an edit.
    public init(field: Field, before: JSONValue, after: JSONValue) {
      self.field = field
      self.before = before
      self.after = after
    }
  }
}

/// The result of undoing or redoing a step.
public struct HistoryOutcome: Sendable, Hashable {
  /// The step in its new state.
  public let step: HistoryStep
  /// How many of its changes were undone or redone, at least in part.
  public let applied: Int
  /// How many changes were skipped, at least in part: sync or another program changed the same fields later.
  public let skipped: Int
}

/// How much history a store keeps for undo.
public struct HistoryOptions: Sendable, Hashable {
  /// The most steps to keep; up to 63 more may stay for a while, and 0 turns the history off.
  public var steps: Int
  /// The most bytes of all steps together; a larger write cannot be undone, and neither can earlier ones.
  public var bytes: Int

  /// Makes options.
  public init(steps: Int, bytes: Int = 16 << 20) {
    precondition(steps >= 0 && bytes >= 0, "a history has no negative length")
    self.steps = steps
    self.bytes = bytes
  }

  /// A hundred steps, of 16 MiB together.
  public static let standard = HistoryOptions(steps: 100)

  /// Adds no steps; earlier steps stay.
  public static let off = HistoryOptions(steps: 0)
}
