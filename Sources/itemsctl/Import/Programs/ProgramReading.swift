import ItemFormats
import Phrases
import Storage

/// What the values of one task say of an item.
struct ProgramReading {
  var record = ItemJSON.Record(draft: ItemDraft(title: ""))
  var warnings: [String] = []
  let calendar: LocalCalendar
  let shape: ProgramShape
  let dateOrder: FileDateOrder
  let task: ProgramTasks.Task
  /// The zone that the task names for its times.
  let zone: LocalZone?
  var isDone: Bool?
  var isCancelled = false
  /// Where each date came from; of two, the later one is the field, and the other an attribute.
  var dates: [ItemPart: (key: String, value: JSONValue)] = [:]
  var rule: (key: String, text: String, isFromDone: Bool)?
  /// The time of day of a rule without a date.
  var ruleTime: ClockTime?

  init(
    _ calendar: LocalCalendar,
    _ shape: ProgramShape,
    _ dateOrder: FileDateOrder,
    _ task: ProgramTasks.Task
  ) {
    self.calendar = calendar
    self.shape = shape
    self.dateOrder = dateOrder
    self.task = task
    zone = shape.zoneKey.flatMap { task[$0]?.string }.flatMap(LocalZone.init(named:))
  }

  /// Keeps a value as it is.
  mutating func keep(_ key: String, _ value: JSONValue) {
    record.draft.attributes[key.nfc] = value
  }

  /// Takes the value of a column or key.
  mutating func take(
    _ key: String,
    _ value: JSONValue,
    _ use: ProgramShape.Use
  ) throws(RecordError) {
    guard !value.isBlank else {
      // A value that was taken away there goes here, too.
      if let part = use.clearedPart {
        record.given.insert(part)
      }
      return
    }
    switch use {
    case .id, .parent, .subtasks, .leftOut: break
    case .attribute(let name): keep(name, value)
    case .cancelled: isCancelled = isCancelled || UsualWords.isDone(value.plainText) != false
    case .day(let part): try takeDate(key, value, part, isDay: true)
    case .dayIf(let part, let other, let text):
      try takeDate(key, value, part, isDay: task[other]?.plainText.lowercased() == text)
    case .rule(let plannedKey):
      let isPlanned = plannedKey.flatMap { task[$0]?.bool } ?? true
      rule = (key, value.object.flatMap(MicrosoftRule.text) ?? value.plainText, !isPlanned)
    case .labelledTitle: takeTitle(value.plainText)
    case .plan: try takePlan(key, value)
    case .field(.tags): takeTags(value)
    case .field(.completedAt): try takeCompletion(key, value)
    case .field(let part) where part.form.isDate:
      try takeDate(key, value, part, isDay: false)
      if let plan = value.object, plan["is_recurring"]?.bool == true,
        let text = plan["string"]?.string
      {
        rule = (key, text, false)
      }
    case .field(let part): try takeText(key, value, part)
    }
  }
}
