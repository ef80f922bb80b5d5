/// A published value during a read, which does not retain it.
@safe
@usableFromInline
struct PublishedEntry {
  @usableFromInline let entry: Unmanaged<AnyEntry>
  @usableFromInline let thread: ResolutionStack

  init(_ entry: Unmanaged<AnyEntry>, on thread: ResolutionStack) {
    unsafe self.entry = unsafe entry
    self.thread = thread
  }

  /// Takes the value and ends the read.
  @inlinable
  func take<T>(as type: T.Type) -> T? {
    let value = unsafe entry._withUnsafeGuaranteedRef { $0.load(as: T.self) }
    thread.clearHazard()
    return value
  }
}
