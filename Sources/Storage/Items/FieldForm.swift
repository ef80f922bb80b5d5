/// How a person types a value, and what it is.
package enum FieldForm: Sendable, Hashable {
  case id
  case number
  case text
  /// One of these words.
  case choice([String])
  /// Names, each once.
  case names
  /// Ids of items, each once.
  case ids
  case time
  /// A day or a time.
  case dayOrTime
  /// How something comes again.
  case rule
  /// A day, or a time of a day, without a zone.
  case nominalDate
  /// A JSON object.
  case object
}
