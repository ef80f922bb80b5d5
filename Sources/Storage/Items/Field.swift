/// The name of one separately merged part of an item.
///
/// | name         | value                                                        |
/// | ------------ | ------------------------------------------------------------ |
/// | `kind`, `title`, `notes`, `list`, `rank` | string                           |
/// | `priority`   | string: a name of ``Priority``                               |
/// | `status`     | `["open", null]` or `[NAME, completedAt in ms]`: one register |
/// | `due`, `start` | a day as `"2026-11-30"`, milliseconds since 1970, UTC, or null |
/// | `repeat`     | an object, see ``Repeat``, or null                           |
/// | `occurrence` | a day or a time of a day, see ``NominalDate``, or null       |
/// | `parent`     | the id of an item, or null                                   |
/// | `created`, `updated` | milliseconds since 1970, UTC                         |
/// | `tag:NAME`   | true, or null once removed                                   |
/// | `blocker:ID` | true, or null once removed; the id of an item that it waits for |
/// | `attr:KEY`   | any JSON value, or null once removed                         |
///
/// Any other name belongs to a later version: stores keep it and pass it on unchanged. The names do
/// not change once shipped.
public enum Field: Sendable, Hashable {
  /// A part that every item has.
  case fixed(Fixed)
  /// Membership of one tag.
  case tag(String)
  /// One attribute.
  case attribute(String)
  /// One of the items that it waits for.
  case blocker(ItemID)
  /// A register of a later version, by its whole name.
  case unknown(String)

  /// The parts that every item has; the raw value is the position of the bit in the marks of a row.
  ///
  /// From 0 to 31; it does not change once shipped, and a test checks it. Absent means the default.
  public enum Fixed: Int, Sendable, Hashable, CaseIterable {
    /// ``Item/kind``
    case kind = 0
    /// ``Item/title``
    case title = 1
    /// ``Item/notes``
    case notes = 2
    /// ``Item/status`` with ``Item/completedAt``
    case status = 3
    /// ``Item/priority``
    case priority = 4
    /// ``Item/list``
    case list = 5
    /// ``Item/due``
    case due = 6
    /// ``Item/createdAt``
    case created = 7
    /// ``Item/updatedAt``
    case updated = 8
    /// ``Item/start``
    case start = 9
    /// ``Item/repeat``
    case `repeat` = 10
    /// ``Item/occurrence``
    case occurrence = 11
    /// ``Item/parent``
    case parent = 12
    /// ``Item/rank``
    case rank = 13
  }
}

extension Field {
  /// Whether the base stamp of the marks is its stamp if it has none of its own.
  var isCoveredByBase: Bool {
    if case .fixed(let fixed) = self { fixed.isCoveredByBase } else { true }
  }

  /// Compares names by their UTF-8 bytes.
  public static func == (left: Field, right: Field) -> Bool {
    switch (left, right) {
    case (.fixed(let left), .fixed(let right)): left == right
    case (.tag(let left), .tag(let right)): utf8Equal(left, right)
    case (.attribute(let left), .attribute(let right)): utf8Equal(left, right)
    case (.blocker(let left), .blocker(let right)): left == right
    case (.unknown(let left), .unknown(let right)): utf8Equal(left, right)
    default: false
    }
  }

  /// Feeds the bytes to a hasher: with Swift's own hash, canonically equivalent names in a hostile
  /// file would collide.
  public func hash(into hasher: inout Hasher) {
    let name: String
    switch self {
    case .fixed(let fixed): return hasher.combine(fixed)
    case .blocker(let id): return hasher.combine(id)
    case .tag(let tag): name = tag
    case .attribute(let key): name = key
    case .unknown(let whole): name = whole
    }
    for byte in name.utf8 { hasher.combine(byte) }
  }

  /// The name on the wire.
  public var name: String {
    switch self {
    case .fixed(let fixed): fixed.name
    case .tag(let tag): "tag:" + tag
    case .attribute(let key): "attr:" + key
    case .blocker(let id): Field.blockerPrefix + id.description
    case .unknown(let name): name
    }
  }

  /// The field with this name; names that this version does not know become ``unknown(_:)``.
  public init(name: String) {
    if let fixed = Fixed(name: name) {
      self = .fixed(fixed)
    } else if name.utf8.starts(with: "tag:".utf8) {
      self = .tag(name.fromByte(4))
    } else if name.utf8.starts(with: "attr:".utf8) {
      self = .attribute(name.fromByte(5))
    } else if let id = Field.blocker(name: name) {
      self = .blocker(id)
    } else {
      self = .unknown(name)
    }
  }
}

extension Field {
  private static let blockerPrefix = "blocker:"

  /// The id in the name of a blocker, in the one form in which it is written.
  private static func blocker(name: String) -> ItemID? {
    guard name.utf8.starts(with: blockerPrefix.utf8) else { return nil }
    let text = name.fromByte(blockerPrefix.utf8.count)
    return ItemID(text).flatMap { utf8Equal($0.description, text) ? $0 : nil }
  }
}

extension Field.Fixed {
  /// The bit in ``Marks/dirty``.
  var bit: Int { 1 << rawValue }

  /// Whether the base stamp of the marks is its stamp if it has none of its own.
  ///
  /// A field that came after the first version has a stamp of its own once it is written: the base may be
  /// later than another device's edit of it, which must not lose against a default.
  var isCoveredByBase: Bool { rawValue <= 8 }

  /// The bits of all fixed fields.
  static let allBits = allCases.reduce(0) { $0 | $1.bit }

  /// The fixed fields that came after the first version.
  package static let later = allCases.filter { !$0.isCoveredByBase }

  /// The bits of these.
  static let laterBits = later.reduce(0) { $0 | $1.bit }

  /// The name on the wire.
  public var name: String {
    switch self {
    case .kind: "kind"
    case .title: "title"
    case .notes: "notes"
    case .status: "status"
    case .priority: "priority"
    case .list: "list"
    case .due: "due"
    case .created: "created"
    case .updated: "updated"
    case .start: "start"
    case .repeat: "repeat"
    case .occurrence: "occurrence"
    case .parent: "parent"
    case .rank: "rank"
    }
  }

  init?(name: String) {
    guard let first = name.utf8.first else { return nil }
    let match = Field.Fixed.byFirstByte[Int(first)].first { utf8Equal($0.name, name) }
    guard let match else { return nil }
    self = match
  }

  /// The fields whose names begin with each byte: every row that comes has all names in it.
  private static let byFirstByte: [[Field.Fixed]] = {
    var table = Array(repeating: [Field.Fixed](), count: 256)
    for fixed in allCases {
      if let first = fixed.name.utf8.first { table[Int(first)].append(fixed) }
    }
    return table
  }()
}

extension String {
  /// The text from a byte on, which must begin a scalar; what follows may join the character before.
  fileprivate func fromByte(_ offset: Int) -> String {
    String(self[utf8.index(startIndex, offsetBy: offset)...])
  }
}
