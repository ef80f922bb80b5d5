/// A published value in the short time of reading it, when it needs no reference count.
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
  ///
  /// The declaration under which the entry was found holds its types, so the cast cannot fail.
  @inlinable
  func take<T>(as type: T.Type) -> T? {
    let value = unsafe entry._withUnsafeGuaranteedRef { entry in
      unsafe unsafeDowncast(entry, to: Entry<T>.self).load()
    }
    thread.announceNothing()
    return value
  }
}
