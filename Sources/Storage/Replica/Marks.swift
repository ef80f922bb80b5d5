// The column `stamps` is a sequence of entries. Does not change once shipped.
//
// | bytes | type   | meaning                                                              |
// | 1     | UInt8  | field: 0–31 ``Field/Fixed``, 64 tag, 65 attribute, 66 unknown;       |
// |       |        | plus 128 when the hub lacks this value (tag, attribute, unknown only) |
// | 1–2   | varint | tag, attribute and unknown only: the name's length in bytes, LEB128  |
// | n     | UTF-8  | the name: the tag, the attribute's key, the unknown field's name;    |
// |       |        | a blocker is written as unknown, as earlier versions know it         |
// | 16    | Stamp  | see Stamp.swift                                                      |
//
// The column `bases` is a sequence of entries. Does not change once shipped.
//
// | bytes | type   | meaning                                                              |
// | n     | field  | as above, without the 128                                            |
// | 16    | Stamp  | with which the hub had the field                                     |
// | 1–5   | varint | 0 without a value, else its length in bytes plus 1, LEB128           |
// | n     | JSON   | the value that the hub had                                           |

/// What an item's row holds for sync: one base stamp, exceptions for fields edited since, and marks.
struct Marks: Sendable {
  /// The hub's sequence number of the item; see ``ReplicaItem/sequence``.
  var sequence: Int64
  /// What the hub lacks; bits as below, 0 for nothing.
  private(set) var dirty: Int
  /// The stamp of every tag, attribute and fixed field of the first version that has no exception.
  private(set) var base: Stamp
  /// Fields with a stamp of their own, and removed tags and attributes; the zero stamp marks fields
  /// that the item was made without, and attributes that are shown and have no register.
  private(set) var exceptions: [Exception]
  /// When and where the item was deleted, if it ever was.
  private(set) var deletion: Stamp?
  /// What the hub had of fields that were edited since; of marked fields alone.
  private(set) var bases: [(field: Field, base: Register.Base)] = []

  struct Exception: Sendable, Equatable {
    var field: Field
    var stamp: Stamp
    var isDirty: Bool
  }

  /// Bits 0–31 of ``dirty`` are the fixed fields; these are the others.
  ///
  /// They do not change once shipped.
  enum Bit {
    static let deletion = 1 << 32
    /// At least one exception is marked.
    static let exception = 1 << 33
    /// The hub has never acknowledged the item: sync pushes all of it.
    static let whole = 1 << 34
  }

  /// The marks of a new item.
  init(base: Stamp, of item: Item = .blank) {
    sequence = ReplicaItem.neverAcknowledged
    dirty = Bit.whole
    self.base = base
    exceptions = []
    for field in item.laterFields() {
      exceptions.append(Exception(field: .fixed(field), stamp: base, isDirty: false))
    }
  }

  init(
    sequence: Int64,
    dirty: Int,
    base: Stamp,
    exceptions: [Exception],
    deletion: Stamp?,
    bases: [(field: Field, base: Register.Base)] = []
  ) {
    self.bases = bases
    self.sequence = sequence
    self.dirty = dirty
    self.base = base
    self.exceptions = exceptions
    self.deletion = deletion
    // An earlier version marked the exception of a field that now has a bit of its own: move the
    // mark there. An item that the hub does not have any more may have marks from when it did.
    for index in exceptions.indices where exceptions[index].isDirty {
      guard !isWhollyDirty else {
        self.exceptions[index].isDirty = false
        continue
      }
      guard case .fixed(let fixed) = exceptions[index].field else { continue }
      self.exceptions[index].isDirty = false
      self.dirty |= fixed.bit
      if !self.exceptions.contains(where: \.isDirty) { self.dirty &= ~Bit.exception }
    }
  }

  /// Whether the hub has never acknowledged the item.
  var isWhollyDirty: Bool { sequence == ReplicaItem.neverAcknowledged }

  /// Whether values without a mark may not be the hub's.
  private var isRowAwaited: Bool { sequence == ReplicaItem.awaitingBootstrap }

  /// The stamp of a field.
  func stamp(of field: Field) -> Stamp {
    exceptions.first { $0.field == field }?.stamp ?? (field.isCoveredByBase ? base : .zero)
  }

  /// The greatest stamp of any field.
  var newest: Stamp { exceptions.reduce(base) { max($0, $1.stamp) } }

  /// Whether the item is alive: its newest field is above its deletion.
  var isAlive: Bool { deletion.map { newest > $0 } ?? true }

  /// Notes that these fields were just edited here.
  ///
  /// `old` is the item before; nil where it is not known, and then a sync cannot merge the text.
  mutating func edit(_ fields: [Field], from old: Item?, stamp: Stamp) {
    // Nothing is left of an item that was removed from a file by hand. The hub's row may have it, and
    // comes as the answer to an item that is sent as new.
    if base == .zero, newest == .zero {
      sequence = ReplicaItem.neverAcknowledged
      dirty = Bit.whole
    }
    var places = Places(exceptions)
    for field in fields {
      let isDirty = !isWhollyDirty
      if isDirty { keepBase(of: field, from: old, places[field, in: exceptions]) }
      if case .fixed(let fixed) = field {
        if isDirty { dirty |= fixed.bit }
        set(field, stamp: stamp, isDirty: false, &places)
      } else {
        if isDirty { dirty |= Bit.exception }
        set(field, stamp: stamp, isDirty: isDirty, &places)
      }
    }
  }

  /// Keeps what the hub has of a field until now; later edits leave it alone.
  private mutating func keepBase(of field: Field, from old: Item?, _ place: Int?) {
    let exception = place.map { exceptions[$0] }
    let wasDirty =
      if case .fixed(let fixed) = field { dirty & fixed.bit != 0 } else {
        exception?.isDirty ?? false
      }
    let stamp = exception?.stamp ?? (field.isCoveredByBase ? base : .zero)
    guard !wasDirty, stamp != .zero,
      let base = Register.Base(
        field,
        isRowAwaited ? nil : old?.value(of: field),
        stamp: stamp
      )
    else { return }
    bases.append((field, base))
  }

  /// Notes that the item shows these attributes without having registers of them.
  mutating func noteAbsent(_ fields: [Field]) {
    exceptions += fields.map { Exception(field: $0, stamp: .zero, isDirty: false) }
  }

  /// Notes that a field was adopted which an earlier version did not know.
  ///
  /// Of a removal nothing is left but its stamp, which then needs an exception.
  mutating func noteAdopted(_ field: Field, of item: Item) {
    guard item.lacks(field), !exceptions.contains(where: { $0.field == field }) else { return }
    exceptions.append(Exception(field: field, stamp: base, isDirty: false))
  }

  /// Notes that the item was just deleted here.
  mutating func delete(stamp: Stamp) {
    deletion = stamp
    if !isWhollyDirty { dirty |= Bit.deletion }
  }

  private mutating func set(_ field: Field, stamp: Stamp, isDirty: Bool, _ places: inout Places) {
    let exception = Exception(field: field, stamp: stamp, isDirty: isDirty)
    if let index = places[field, in: exceptions] {
      exceptions[index] = exception
    } else {
      places.append(field, at: exceptions.count)
      exceptions.append(exception)
    }
  }
}

/// The index of each field's exception.
///
/// Most items have few exceptions, which a linear search finds faster than a dictionary. For an
/// item with thousands of attributes, linear searches would take quadratic time.
private struct Places {
  private static let worthIndexing = 32

  private var index: [Field: Int]?

  init(_ exceptions: [Marks.Exception]) {
    guard exceptions.count >= Places.worthIndexing else { return }
    index = Places.index(exceptions)
  }

  subscript(field: Field, in exceptions: [Marks.Exception]) -> Int? {
    mutating get {
      if index == nil, exceptions.count >= Places.worthIndexing {
        index = Places.index(exceptions)
      }
      return index.map { $0[field] } ?? exceptions.firstIndex { $0.field == field }
    }
  }

  mutating func append(_ field: Field, at place: Int) { index?[field] = place }

  private static func index(_ exceptions: [Marks.Exception]) -> [Field: Int] {
    Dictionary(
      exceptions.enumerated().lazy.map { ($0.element.field, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension Marks: Equatable {
  static func == (left: Marks, right: Marks) -> Bool {
    left.sequence == right.sequence && left.dirty == right.dirty && left.base == right.base
      && left.exceptions == right.exceptions && left.deletion == right.deletion
      && left.bases.elementsEqual(right.bases) { $0.field == $1.field && $0.base == $1.base }
  }
}

// MARK: - Acknowledging

extension Marks {
  /// Takes every mark off if all that is marked was pushed under the stamp that it has now.
  ///
  /// - Returns: Whether that is certain; if not, nothing is changed.
  mutating func acknowledge(
    sequence: Int64,
    stamp: (Field) -> Stamp?,
    deletion: Stamp?
  ) -> Bool {
    let isDeletionMarked = isWhollyDirty || dirty & Bit.deletion != 0
    guard !isDeletionMarked || deletion == self.deletion,
      isWhollyDirty ? isAsPushed(stamp) : isMarkedAsPushed(stamp)
    else { return false }
    self.sequence = max(self.sequence, sequence, 1)
    dirty = 0
    bases = []
    for index in exceptions.indices { exceptions[index].isDirty = false }
    return true
  }

  /// Whether every field of an item that was pushed whole has the stamp under which it was pushed.
  ///
  /// An edit gives each field that it changes an exception, so one field without speaks for all.
  private func isAsPushed(_ stamp: (Field) -> Stamp?) -> Bool {
    let ordinary = Field.Fixed.allCases.first { fixed in
      fixed.isCoveredByBase && !exceptions.contains { $0.field == .fixed(fixed) }
    }
    guard let ordinary, base != .zero, stamp(.fixed(ordinary)) == base else { return false }
    return exceptions.allSatisfy { exception in
      stamp(exception.field) == (exception.stamp == .zero ? nil : exception.stamp)
    }
  }

  /// Whether every marked field has the stamp under which it was pushed.
  private func isMarkedAsPushed(_ stamp: (Field) -> Stamp?) -> Bool {
    let known = Field.Fixed.allBits | Bit.deletion | Bit.exception
    guard dirty & ~known == 0 else { return false }
    for fixed in Field.Fixed.allCases where dirty & fixed.bit != 0 {
      guard stamp(.fixed(fixed)) == self.stamp(of: .fixed(fixed)) else { return false }
    }
    return exceptions.allSatisfy { !$0.isDirty || stamp($0.field) == $0.stamp }
  }
}

// MARK: - From and to registers

extension Marks {
  /// The marks of an item after a merge.
  init(_ item: ReplicaItem) {
    let base = item.registers.mostFrequentStamp { $0.stamp }
    var absent = Field.Fixed.allBits
    let isWhole = item.sequence == ReplicaItem.neverAcknowledged
    var dirty = isWhole ? Bit.whole : item.deletion?.isDirty == true ? Bit.deletion : 0
    var exceptions: [Exception] = []
    var bases: [(field: Field, base: Register.Base)] = []
    for register in item.registers {
      let isDirty = register.isDirty && !isWhole
      if isDirty, let base = register.base { bases.append((register.field, base)) }
      var isMarked = false
      if case .fixed(let fixed) = register.field {
        absent &= ~fixed.bit
        if isDirty { dirty |= fixed.bit }
      } else if isDirty {
        dirty |= Bit.exception
        isMarked = true
      }
      let isOwn = register.stamp != base || !register.field.isCoveredByBase
      if isOwn || isMarked || register.isRemoval {
        exceptions.append(
          Exception(field: register.field, stamp: register.stamp, isDirty: isMarked)
        )
      }
    }
    if absent != 0 {
      for fixed in Field.Fixed.allCases where absent & fixed.bit != 0 && fixed.isCoveredByBase {
        exceptions.append(Exception(field: .fixed(fixed), stamp: .zero, isDirty: false))
      }
    }
    self.init(
      sequence: item.sequence,
      dirty: dirty,
      base: base,
      exceptions: exceptions,
      deletion: item.deletion?.stamp,
      bases: bases
    )
  }

  /// A register for each field and value, with stamp and mark; none for a field that the item was
  /// made without.
  func registers(_ values: [(field: Field, value: JSONValue)]) -> [Register] {
    var places = Places(exceptions)
    return values.compactMap { field, value in
      let exception = places[field, in: exceptions].map { exceptions[$0] }
      let stamp = exception?.stamp ?? (field.isCoveredByBase ? base : .zero)
      return stamp == .zero ? nil : register(field, value, exception)
    }
  }

  private func register(_ field: Field, _ value: JSONValue, _ exception: Exception?) -> Register {
    let isDirty: Bool
    if isWhollyDirty {
      isDirty = true
    } else if case .fixed(let fixed) = field {
      isDirty = dirty & fixed.bit != 0
    } else {
      isDirty = exception?.isDirty ?? false
    }
    let kept = isDirty && !bases.isEmpty ? bases.first { $0.field == field }?.base : nil
    return Register(field, value, stamp: exception?.stamp ?? base, isDirty: isDirty, base: kept)
  }

  /// The delete register.
  var deletionRegister: ReplicaItem.Deletion? {
    deletion.map { .init(stamp: $0, isDirty: isWhollyDirty || dirty & Bit.deletion != 0) }
  }
}

extension Register {
  /// True if the register says that a tag, an attribute or a blocker is absent.
  var isRemoval: Bool {
    switch field {
    case .tag, .attribute, .blocker: value == .null
    case .fixed, .unknown: false
    }
  }
}
