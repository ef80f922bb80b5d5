import Storage
import Sync

/// Knows which dates each item that repeats ever had together, by an edit on some device.
struct RepeatBook {
  private var written: [Set<String>] = Array(repeating: [], count: 64)

  /// What somebody who knew of no rule gave an item for its dates, each by itself.
  private var loose: [Set<String>] = Array(repeating: [], count: 64)

  /// Takes note of an item as an edit left it.
  mutating func note(_ item: ReplicaItem) {
    let place = Int(item.id.low & 63)
    if item.isRepeating {
      written[place].insert(RepeatBook.text { item.value(of: $0) })
    } else {
      for field in Item.datesOfRepeat
      where item.registers.contains(where: { $0.field == .fixed(field) }) {
        loose[place].insert(RepeatBook.text(field, item.value(of: .fixed(field))))
      }
    }
  }

  /// The dates that a row has together, if nobody wrote them so.
  func unwritten(in row: HubRow) -> String? {
    func value(_ field: Field) -> JSONValue {
      row.state.entries.first { utf8Equal($0.name, field.name) }?.value ?? .null
    }
    guard value(.fixed(.repeat)) != .null else { return nil }
    let dates = RepeatBook.text(value)
    let place = Int(row.id.low & 63)
    let isLoose = Item.datesOfRepeat.contains { field in
      loose[place].contains(RepeatBook.text(field, value(.fixed(field))))
    }
    return isLoose || written[place].contains(dates) ? nil : dates
  }

  private static func text(_ value: (Field) -> JSONValue) -> String {
    Item.datesOfRepeat.map { text($0, value(.fixed($0))) }.joined(separator: ", ")
  }

  private static func text(_ field: Field.Fixed, _ value: JSONValue) -> String {
    "\(field.name) \(value)"
  }
}

// MARK: - What is written

extension RepeatBook {
  /// A rule that no other edit writes.
  static func rule(_ number: Int64) -> [(field: Field, value: JSONValue)] {
    let interval = number % 1_000 + 1
    return [
      (
        .fixed(.repeat),
        ["anchor": .string("1970-01-01"), "rule": .string("FREQ=DAILY;INTERVAL=\(interval)")]
      )
    ]
  }

  /// What moving on to a day writes.
  static func dates(of number: Int) -> [(field: Field, value: JSONValue)] {
    [(.fixed(.occurrence), day(number)), (.fixed(.due), day(number))]
  }

  static func day(_ number: Int) -> JSONValue {
    .string(CalendarDay(year: 1970, month: 1, day: 1).adding(days: number).description)
  }
}

extension ReplicaItem {
  /// Whether it has a rule.
  var isRepeating: Bool { value(of: .fixed(.repeat)) != .null }

  /// The day that is open.
  var openDay: Int? {
    value(of: .fixed(.occurrence)).string.flatMap { CalendarDay($0) }?.daysSince1970
  }

  /// The value of a register; null without one.
  func value(of field: Field) -> JSONValue {
    registers.first { $0.field == field }?.value ?? .null
  }
}
