/// Something that happened while a store was followed.
public enum SyncActivity: Sendable {
  /// A sync is under way.
  case progress(SyncProgress)
  /// A sync came to its end.
  case synced(SyncSummary)
  /// A sync failed, and begins again after a pause.
  case failed(SyncError, pause: Duration)
}

extension SyncError.Code {
  /// Whether a failure of this kind may be over after a while.
  public var isPassing: Bool { self == .unreachable || self == .busy || self == .quota }
}
