/// The properties of a task that have a meaning here.
enum ICalendarProperty: String {
  case uid = "UID"
  case summary = "SUMMARY"
  case description = "DESCRIPTION"
  case categories = "CATEGORIES"
  case status = "STATUS"
  case priority = "PRIORITY"
  case start = "DTSTART"
  case due = "DUE"
  case duration = "DURATION"
  case rule = "RRULE"
  case created = "CREATED"
  case lastModified = "LAST-MODIFIED"
  case completed = "COMPLETED"
  case percent = "PERCENT-COMPLETE"
  case stamp = "DTSTAMP"
  case sequence = "SEQUENCE"
  case extra = "X-ITEMSCTL"
  case url = "URL"
  case location = "LOCATION"
  case classification = "CLASS"
  case geo = "GEO"
  case occurrence = "RECURRENCE-ID"

  /// Whether a second line of it in one task is against the standard, and means nothing.
  var standsOnce: Bool {
    switch self {
    case .categories, .stamp, .sequence, .extra: false
    default: true
    }
  }

  /// Whether its value is an attribute of an item, unless it has parameters.
  var isAttribute: Bool {
    switch self {
    case .url, .location, .classification, .geo: true
    default: false
    }
  }

  /// Whether a line is kept as it is although it is the first of its name.
  func isKeptWhole(_ line: ContentLine) -> Bool {
    self == .occurrence || isAttribute && !line.parameters.isEmpty
  }
}
