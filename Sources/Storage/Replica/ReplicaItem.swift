/// One register: a field's value, its stamp, and whether the hub lacks it.
public struct Register: Sendable, Equatable {
  /// The hub's value of a field when the field was edited here; a sync compares the hub's present value with it.
  public struct Base: Sendable, Equatable {
    /// The stamp of the hub's value.
    public var stamp: Stamp
    /// The hub's value; nil where the edit here was not made from it, or it is not needed.
    public var value: JSONValue?

    /// Makes a base.
    public init(stamp: Stamp, value: JSONValue?) {
      self.stamp = stamp
      self.value = value
    }
  }

  /// The part of the item that the register holds.
  public var field: Field
  /// The value; its form depends on the field, see ``Field``.
  public var value: JSONValue
  /// When and where the value was written.
  public var stamp: Stamp
  /// Whether the hub has yet to acknowledge this value.
  public var isDirty: Bool
  /// The hub's value when the field was first edited after that; nil if there was none, or if it is not known.
  ///
  /// Stores keep it for marked registers of items that the hub has acknowledged.
  public var base: Base?

  /// Makes a register.
  public init(
    _ field: Field,
    _ value: JSONValue,
    stamp: Stamp,
    isDirty: Bool,
    base: Base? = nil
  ) {
    self.field = field
    self.value = value
    self.stamp = stamp
    self.isDirty = isDirty
    self.base = base
  }
}

/// An item with everything that merging needs; live and deleted items alike.
public struct ReplicaItem: Sendable, Equatable {
  /// The delete register.
  public struct Deletion: Sendable, Equatable {
    /// When and where the item was deleted.
    public var stamp: Stamp
    /// Whether the hub has yet to acknowledge it.
    public var isDirty: Bool

    /// Makes a delete register.
    public init(stamp: Stamp, isDirty: Bool) {
      self.stamp = stamp
      self.isDirty = isDirty
    }
  }

  /// The item's identity.
  public var id: ItemID
  /// The hub's sequence number of the item; or ``neverAcknowledged`` or ``awaitingBootstrap``.
  public var sequence: Int64
  /// Every register, ordered by the UTF-8 bytes of the field's name.
  public var registers: [Register]
  /// The delete register, once the item has been deleted.
  public var deletion: Deletion?

  /// Makes an item from its registers, which it sorts.
  public init(id: ItemID, sequence: Int64, registers: [Register], deletion: Deletion? = nil) {
    self.id = id
    self.sequence = sequence
    self.registers = registers.sorted { utf8Less($0.field.name, $1.field.name) }
    self.deletion = deletion
  }

  /// Makes an item from registers that are in order already.
  init(id: ItemID, sequence: Int64, ordered registers: [Register], deletion: Deletion?) {
    self.id = id
    self.sequence = sequence
    self.registers = registers
    self.deletion = deletion
  }

  /// The value of ``sequence`` for an item that the hub has never acknowledged: dirty as a whole.
  public static let neverAcknowledged: Int64 = 0

  /// The value of ``sequence`` for an acknowledged item whose row has not arrived: a bootstrap has
  /// not brought it yet, or somebody chose the hub's version.
  public static let awaitingBootstrap: Int64 = -1

  /// The register of a field; nil if the item has none.
  package func register(of field: Field) -> Register? { registers.first { $0.field == field } }

  /// Whether the item is alive: its newest register is above its deletion.
  public var isAlive: Bool {
    guard let deletion else { return true }
    return registers.contains { $0.stamp > deletion.stamp }
  }

  /// Whether the hub has not acknowledged all of the item.
  public var isDirty: Bool {
    sequence == ReplicaItem.neverAcknowledged || deletion?.isDirty == true
      || registers.contains { $0.isDirty }
  }
}
