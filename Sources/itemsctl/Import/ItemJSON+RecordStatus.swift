import Storage

extension ItemJSON.Record {
  /// Makes the status follow from what is said of completion, where there is none.
  ///
  /// - Parameter isDone: What a column says without a date.
  /// - Returns: What to tell where both are said and contradict each other: the status stays.
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
}
