import CommandKit
import Phrases
import Storage

/// Which comes first in the dates of a file such as `3/4/2026`, by all of its rows.
///
/// A date such as `13/02/2026` can be read in one order only, so it tells the order of all.
struct FileDateOrder {
  private(set) var isDecided = false
  /// The order that the rows tell; nil if none does.
  private(set) var order: DateOrder?
  private var counts: [DateOrder: Int] = [:]
  private var first: [DateOrder: (line: Int, text: String)] = [:]
  private var hasAmbiguous = false

  /// Takes note of a date of a line.
  mutating func note(_ numbers: NumberedDay, _ text: String, line: Int) {
    let orders = numbers.possibleOrders
    guard orders.count == 1 else {
      hasAmbiguous = hasAmbiguous || numbers.isAmbiguous
      return
    }
    counts[orders[0], default: 0] += 1
    if first[orders[0]] == nil { first[orders[0]] = (line, text.visible) }
  }

  /// Decides by the rows that were noted; returns what to tell of it.
  ///
  /// The order of most rows counts. If as many rows have the other one, the usual order counts, or the first row.
  mutating func decide(usual: DateOrder?) -> String? {
    isDecided = true
    let days = counts[.dayMonth, default: 0]
    let months = counts[.monthDay, default: 0]
    if days == months {
      guard days > 0 else { return nil }
      let isDayFirst = (first[.dayMonth]?.line ?? .max) <= (first[.monthDay]?.line ?? .max)
      order = usual ?? (isDayFirst ? .dayMonth : .monthDay)
    } else {
      order = days > months ? .dayMonth : .monthDay
    }
    guard hasAmbiguous, let order, let example = first[order] else { return nil }
    return "Dates such as 3/4/2026 are read with the \(order.firstPart) first, "
      + "because line \(example.line) has \"\(example.text)\"."
  }

  /// What to tell of a date that has the other order.
  func contradiction(of numbers: NumberedDay) -> String? {
    guard let order, let example = first[order], numbers.possibleOrders.count == 1,
      numbers.possibleOrders != [order], let other = numbers.possibleOrders.first
    else { return nil }
    return "the date has the \(other.firstPart) first, and \"\(example.text)\" in line "
      + "\(example.line) the \(order.firstPart); write it as in 2026-12-24"
  }
}

extension DateOrder {
  /// The part of a date that comes first.
  fileprivate var firstPart: String { self == .dayMonth ? "day" : "month" }
}
