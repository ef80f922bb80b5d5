import CommandKit
import ItemFormats
import Phrases
import Storage

/// Makes records of the tasks of an export.
///
/// A value that is not understood becomes an attribute of the name of its column or key, and is told with its place.
struct ProgramReader {
  let shape: ProgramShape
  let isStrict: Bool
  let columns: ColumnNames
  var calendar: LocalCalendar
  var dateOrder = FileDateOrder()
  private(set) var warnings = ImportMessages()
  /// The columns or keys that had a value, as they came, and what they were read as.
  private var understood: [(key: String, use: ProgramShape.Use)] = []
  private var seenKeys: Set<String> = []

  init(_ shape: ProgramShape, calendar: LocalCalendar, isStrict: Bool, columns: ColumnNames) {
    self.shape = shape
    self.calendar = calendar
    self.isStrict = isStrict
    self.columns = columns
  }

  /// What was understood as what.
  var summary: ImportMessages {
    var summary = ImportMessages()
    var phrases: [String] = []
    for (key, use) in understood {
      if let phrase = use.phrase { phrases.append("\(key.visible) is \(phrase)") }
    }
    let names = { (isMeant: (ProgramShape.Use) -> Bool) in
      understood.filter { isMeant($0.use) }.map(\.key.visible).joined(separator: ", ")
    }
    let attributes = names { if case .attribute = $0 { true } else { false } }
    if !attributes.isEmpty { phrases.append("attributes: \(attributes)") }
    let rest = names { $0 == .leftOut }
    if !rest.isEmpty { phrases.append("not kept by themselves: \(rest)") }
    summary.add("Read as an export of \(shape.name): \(phrases.joined(separator: "; ")).")
    return summary
  }

  /// The records of all tasks, or why one is none.
  mutating func records(
    _ given: ProgramTasks
  ) -> [(record: Result<ItemJSON.Record, StorageError>, place: RecordPlace)] {
    var tasks = given
    addSubtasks(&tasks)
    decideDateOrder(tasks.tasks)
    tellMissingKeys(tasks.tasks)
    var family = ProgramFamily(shape, tasks.tasks)
    var results: [(record: Result<ItemJSON.Record, StorageError>, place: RecordPlace)] = []
    for (index, task) in tasks.tasks.enumerated() {
      do throws(StorageError) {
        guard var record = try record(task) else { continue }
        if let warning = family.place(&record, index, task) { try tell(warning, task.place) }
        results.append((.success(record), task.place))
      } catch {
        results.append((.failure(error), task.place))
      }
    }
    return results
  }

  /// Tells what was taken in otherwise than it was meant, or refuses it.
  mutating func tell(_ warning: String, _ place: RecordPlace) throws(StorageError) {
    try warnings.tell(.importing(place, warning), isStrict: isStrict)
  }

  private mutating func addSubtasks(_ tasks: inout ProgramTasks) {
    let keys = shape.uses.filter { $0.value == .subtasks }.map(\.key)
    var index = 0
    // Subtasks may have subtasks.
    while index < tasks.tasks.count {
      let task = tasks.tasks[index]
      for key in keys {
        for subtask in task[key]?.array ?? [] {
          tasks.add(subtask, list: task.list, under: index)
        }
      }
      index += 1
    }
  }

  /// Tells keys of the command line that no task has.
  private mutating func tellMissingKeys(_ tasks: [ProgramTasks.Task]) {
    var missing = columns.chosenNames
    for task in tasks where !missing.isEmpty {
      for (key, _) in task.values { missing.remove(ColumnNames.plain(key)) }
    }
    for key in missing.sorted() { warnings.add(ColumnNames.missingKey(key)) }
  }

  private mutating func decideDateOrder(_ tasks: [ProgramTasks.Task]) {
    for task in tasks {
      for (key, value) in task.values {
        guard let part = use(of: key).part, part.form.isDate, let text = value.string,
          let numbers = ColumnDate(text).numberedDay
        else { continue }
        dateOrder.note(numbers, text, line: task.place.line)
      }
    }
    if let message = dateOrder.decide(usual: calendar.dateOrder) { warnings.add(message) }
    calendar.dateOrder = dateOrder.order ?? calendar.dateOrder
  }

  /// What a column or key is: by the command line, else by the program's shape, else by its name.
  func use(of key: String) -> ProgramShape.Use {
    switch columns.chosenField(of: key) {
    case .part(let part)?: .field(part)
    case .attribute(let name)?: .attribute(name)
    case nil: shape.use(of: key)
    }
  }

  /// What a task says; nil for one without a title, which is told.
  private mutating func record(
    _ task: ProgramTasks.Task
  ) throws(StorageError) -> ItemJSON.Record? {
    var reading = ProgramReading(calendar, shape, dateOrder, task)
    // A date that may be a rule decides what the other date is.
    let plans = task.values.filter { use(of: $0.key) == .plan }
    let values = task.values.filter { use(of: $0.key) != .plan } + plans
    for (key, value) in values {
      let use = use(of: key)
      if !value.isBlank, seenKeys.insert(key).inserted { understood.append((key, use)) }
      do throws(RecordError) {
        try reading.take(key, value, use)
      } catch {
        try tell("\"\(key.visible)\": \(error.message); it is kept as an attribute", task.place)
        reading.keep(key, value)
      }
    }
    let record = reading.finished()
    for warning in reading.warnings { try tell(warning, task.place) }
    guard !record.draft.title.isEmpty else {
      try tell("a task without a title is left out", task.place)
      return nil
    }
    return record
  }
}

extension JSONValue {
  /// Whether it says nothing.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.trimmed.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    default: false
    }
  }
}
