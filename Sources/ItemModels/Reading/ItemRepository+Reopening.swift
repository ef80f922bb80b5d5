import Storage

extension ItemRepository {
  /// Opens a store again that could not be opened, off the main actor; an error of that is met by the next read.
  @concurrent
  func reopenIfClosed() async {
    try? (self as? DisconnectedRepository)?.reopen()
  }
}
