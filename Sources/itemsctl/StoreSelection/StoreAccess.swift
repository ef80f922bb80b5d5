import Storage

/// What a command needs of its store.
enum StoreAccess: Sendable {
  /// To look at items; a store of an earlier version is brought up to date.
  case read
  /// To look at items and to leave the file as it is, its version included.
  case inspect
  /// To check a store. If it cannot be opened, each use of it throws the error, which the check reports.
  case check
  /// To check and fix a store. If it cannot be opened, each use of it throws the error.
  case fix
  /// To look at items for as long as it goes on; the store must be there.
  case follow
  /// To change items that are there.
  case write
  /// To put items into a store that may be new.
  case create
  /// To look at items and change them for as long as a person likes; the store may be new.
  case interactive
  /// To put many items into a store; a new one is removed again if that fails.
  case bulkCreate
  /// To say what putting items into a store would do; a missing store counts as empty.
  case preview
  /// The same for work that writes to find out, and takes all of it back.
  case rolledBack

  /// How the store is opened.
  var options: StoreOptions {
    var options = StoreOptions(access: fileAccess, sqlite: SQLiteOptions(cacheKiB: cacheKiB))
    // Only a command that goes on has something else to do meanwhile.
    options.runsOnCallerThread = ![.follow, .interactive].contains(self)
    return options
  }

  /// The pages of the file that each connection keeps in memory.
  ///
  /// A reader passes over a store once, for which a large cache is of no use. What a person looks at is little, and the
  /// program is there all day.
  private var cacheKiB: Int {
    switch self {
    case .interactive: 2_048
    case .read, .inspect, .check, .preview: 4_096
    case .follow, .write, .fix, .create, .bulkCreate, .rolledBack: 16_384
    }
  }

  /// How a store that is not there is made, if it is.
  var making: NewStore.Making? {
    switch self {
    case .create, .interactive: .inPlace
    case .bulkCreate: .whole
    case .read, .inspect, .check, .fix, .follow, .write, .preview, .rolledBack: nil
    }
  }

  /// True if the command goes on without an open store: a screen shows the error and tries again, a check reports it.
  var isOpenedAnyway: Bool { [.interactive, .check, .fix].contains(self) }

  /// True if a store of an earlier version is brought up to date, though the command only reads.
  var updatesStores: Bool { [.read, .check].contains(self) }

  private var fileAccess: StoreOptions.Access {
    switch self {
    case .create, .bulkCreate, .interactive: .create
    // SQLite takes a file that may only be read, in a folder without a log, never to change.
    case .write, .fix, .rolledBack, .follow: .readWrite
    case .read, .inspect, .check, .preview: .readOnly
    }
  }
}
