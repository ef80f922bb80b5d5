import Storage

/// How the export of another program is recognised, and what its columns or keys are.
///
/// The table of all programs is ``ProgramShape/all``.
struct ProgramShape: Sendable {
  /// What a column or key says of a task.
  enum Use: Hashable {
    /// A field of an item, as in columns.
    case field(ItemPart)
    /// A date that is a day, whatever time stands beside it.
    case day(ItemPart)
    /// A date that is a day if another key has this value.
    case dayIf(ItemPart, key: String, value: String)
    /// The program's own id of the task, and that of the task above it, which some give by its title.
    case id, parent
    /// The rule by which the task comes again, which is counted from done if another key is `false`.
    case rule(plannedIf: String?)
    /// A title with `@label` words, and a date that may be a rule, as in Todoist.
    case labelledTitle, plan
    /// What stands under the task in a list of its own: objects with a title.
    case subtasks
    /// A yes means that the task is cancelled.
    case cancelled
    case attribute(String)
    /// Says how the others are read, or nothing of the task.
    case leftOut
  }

  let name: String
  /// Names of columns that no other program has together.
  var columns: [String] = []
  /// Paths of keys that no other program has together, such as `[].tasks[].title`: one set of them is enough.
  var paths: [[String]] = []
  /// Paths of keys that the program never writes: a file with one of them is none of its exports.
  var foreignPaths: Set<String> = []
  /// What the columns and keys are, unless their names say it as in any file of columns.
  let uses: [String: Use]
  /// Words for values of a field, in small letters, that mean something else here than in columns.
  var words: [ItemPart: [String: String]] = [:]
  /// The key of the zone in which the times are meant.
  var zoneKey: String?
  /// Takes the tasks out of the file.
  let collect: @Sendable (inout ProgramTasks) -> Void

  /// What a column or key is.
  func use(of key: String) -> Use {
    uses[key] ?? ColumnNames.usualPart(of: key).map { .field($0) } ?? .attribute(key.nfc)
  }
}

/// The tasks of an export, before they are items.
struct ProgramTasks {
  /// One task: the values of its columns or keys, and what stands around it.
  struct Task {
    var values: [(key: String, value: JSONValue)]
    var place: RecordPlace
    var list: String?
    var section: String?
    var tags: [String] = []
    /// What belongs to the notes behind its own.
    var notes: [String] = []
    /// The place of the task above it among all.
    var parent: Int?

    subscript(key: String) -> JSONValue? {
      get { values.first { $0.key == key }?.value }
      set {
        values.removeAll { $0.key == key }
        if let newValue { values.append((key, newValue)) }
      }
    }
  }

  /// What the file holds: rows of columns as objects, or a document.
  let document: JSONValue
  /// The rows of a file of columns, with the lines on which they begin.
  var rows: [Task] = []
  var tasks: [Task] = []
  /// What is left out.
  var warnings = ImportMessages()

  init(document: JSONValue = .null, rows: [Task] = []) {
    self.document = document
    self.rows = rows
  }

  /// Adds an object as a task; returns its place.
  @discardableResult
  mutating func add(
    _ object: JSONValue,
    list: String? = nil,
    section: String? = nil,
    under parent: Int? = nil
  ) -> Int {
    let values = object.object.map { $0.map { (key: $0.key, value: $0.value) } } ?? []
    let place = RecordPlace(line: 0, index: tasks.count + 1)
    tasks.append(Task(values: values, place: place, list: list, section: section, parent: parent))
    return tasks.count - 1
  }
}
