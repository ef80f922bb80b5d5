/// A published value in the short time of reading it, when neither it nor its slot need a reference count.
@safe
@usableFromInline
struct PublishedEntry {
  @usableFromInline let slot: Unmanaged<Slot>
  @usableFromInline let entry: Unmanaged<AnyEntry>

  init(slot: Unmanaged<Slot>, entry: Unmanaged<AnyEntry>) {
    unsafe self.slot = unsafe slot
    unsafe self.entry = unsafe entry
  }

  /// Takes the value and ends the read.
  ///
  /// The declaration under which the entry was found holds its types, so the cast cannot fail; the table, and the slot
  /// with it, is held by the caller.
  @inlinable
  func take<T>(as type: T.Type) -> T? {
    let value = unsafe entry._withUnsafeGuaranteedRef { entry in
      unsafe unsafeDowncast(entry, to: Entry<T>.self).load()
    }
    unsafe slot._withUnsafeGuaranteedRef { $0.endReading() }
    return value
  }
}
