/// Something that happened while a store was followed.
public enum SyncActivity: Sendable {
  /// A sync is under way.
  case progress(SyncProgress)
  /// A sync has ended.
  case synced(SyncSummary)
  /// A sync failed, and begins again after a pause.
  case failed(SyncError, pause: Duration)
}

extension SyncError.Code {
  /// Whether an error of this kind may be temporary.
  public var isPassing: Bool { self == .unreachable || self == .busy || self == .quota }
}
