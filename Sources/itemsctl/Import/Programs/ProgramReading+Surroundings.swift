// What stands around a task, and what its values say together.

import CommandKit
import ItemFormats
import Phrases
import Storage

extension ProgramReading {
  /// The record with what stands around the task.
  mutating func finished() -> ItemJSON.Record {
    if let list = task.list?.trimmed, !list.isEmpty, !record.given.contains(.list) {
      record.draft.list = list.nfc
      record.given.insert(.list)
    }
    if let section = task.section, !section.isEmpty { keep("section", .string(section)) }
    if !task.notes.isEmpty {
      let notes = ([record.draft.notes] + task.notes).filter { !$0.isEmpty }
      record.draft.notes = notes.joined(separator: "\n\n")
      record.given.insert(.notes)
    }
    if isCancelled {
      record.draft.status = .cancelled
      record.given.insert(.status)
    }
    if let warning = record.settleStatus(isDone: isDone) { warnings.append(warning) }
    finishRule()
    return record
  }

  private mutating func finishRule() {
    guard let rule else { return }
    // A task that is done does not come again; other programs leave the rule there.
    guard record.draft.status == .open else { return keep(rule.key, .string(rule.text)) }
    record.given.insert(.repeat)
    do throws(RecordError) {
      guard let read = try ColumnRule(rule.text, calendar, isFromDone: rule.isFromDone) else {
        return
      }
      try read.set(in: &record, calendar)
      // The store makes the date, which the file does not say.
      if record.draft.due == nil { record.given.remove(.due) }
      if let ruleTime { try setTime(ruleTime, of: read) }
      if let warning = read.warning { warnings.append(warning) }
    } catch {
      keep(rule.key, .string(rule.text))
      warnings.append("\"\(rule.key.visible)\": \(error.message); it is kept as an attribute")
    }
  }

  /// Gives the first date of a rule its time of day, where the task has no date of its own.
  private mutating func setTime(_ time: ClockTime, of rule: ColumnRule) throws(RecordError) {
    guard record.draft.due == nil, record.draft.start == nil else { return }
    record.draft.values.settleOccurrence(since: nil)
    guard case .day(let day)? = record.draft.due else { return }
    let clock = LocalCalendar(zone: zone ?? calendar.zone, now: calendar.now)
    let midnight = clock.calendarTime(of: clock.zone.start(of: day))
    record.draft.due = clock.date(of: midnight.at(time)).map { .instant($0) }
    record.draft.occurrence = nil
    record.given.insert(.due)
    try rule.set(in: &record, clock)
  }
}
