import ItemFormats
import Phrases
import Storage

extension ItemJSON.Record {
  /// Sets the status by the completion, unless the record gives a status, which stays.
  ///
  /// - Parameter isDone: Whether a column without a date says that the task is done; nil if there is none.
  /// - Returns: A message if the status and the completion contradict each other.
  mutating func settleStatus(isDone: Bool? = nil) -> String? {
    let isCompleted = isDone == true || draft.completedAt != nil
    guard given.contains(.status) else {
      if isCompleted || isDone != nil { given.insert(.status) }
      if isCompleted { draft.status = .done }
      return nil
    }
    if draft.status == .open, isCompleted {
      draft.completedAt = nil
      return "the task is completed, and its status says that it is open; it stays open"
    }
    if draft.status == .cancelled, isDone == true {
      return "the task is completed, and its status says that it is cancelled; it stays cancelled"
    }
    if draft.status == .done, isDone == false, draft.completedAt == nil {
      return "the task is not completed, and its status says that it is done; it stays done"
    }
    return nil
  }

  /// Takes keys about completion that other programs write, such as `completed` or `done`, out of the attributes.
  ///
  /// A record with an object of attributes is one of ours, whose attributes mean what they mean.
  /// - Returns: Whether a key without a date says that the task is done; nil if there is none.
  mutating func takeCompletion(_ calendar: LocalCalendar) -> Bool? {
    guard !given.contains(.attributes) else { return nil }
    var isDone: Bool?
    for (key, value) in draft.attributes where ColumnNames.isAboutCompletion(key) {
      if value.object == nil, value.array == nil,
        let word = UsualWords.isDone(value.string ?? value.description)
      {
        isDone = isDone == true || word
      } else if let date = value.string.flatMap({ try? ColumnDate($0).value(calendar) }) {
        if draft.completedAt == nil { draft.completedAt = date.start(in: calendar.zone) }
        given.insert(.completedAt)
      } else {
        continue
      }
      draft.attributes[key] = nil
    }
    return isDone
  }
}
