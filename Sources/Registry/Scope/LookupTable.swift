internal import Synchronization

/// An object that a ``LookupTable`` finds by its key.
protocol LookupElement: AnyObject, Sendable {
  associatedtype Key: LookupKey
  var key: Key { get }
}

/// A key that is hashed at each search, so more cheaply than a `Hashable` one.
protocol LookupKey: Equatable {
  /// A hash whose lowest bits choose the bucket.
  var bucketHash: UInt64 { get }
}

/// Objects by key; a search takes no lock.
///
/// Objects are only added, and live as long as the table. An array of buckets that is half full is replaced by one of twice
/// the size. The table keeps the old one for readers that still use it; all old ones together are no larger than the new
/// one. What keys are is asked of the elements by functions alone, as the runtime looks up at the start what a type asks for.
@safe
struct LookupTable<Element: AnyObject & Sendable>: ~Copyable, Sendable {
  private struct Owned {
    /// In the order in which they were added.
    var elements: [Element] = []
    /// How many buckets of the current array are in use.
    var count = 0
    var buckets: [Buckets<Element>] = []
  }

  private let owned: Locked<Owned>
  private let current: Atomic<Unmanaged<Buckets<Element>>>

  init() {
    let first = Buckets<Element>(capacity: 16)
    owned = Locked(Owned(buckets: [first]))
    unsafe current = Atomic(Unmanaged.passUnretained(first))
  }

  /// Every object, in the order in which they were added.
  var all: [Element] {
    owned.withLock { $0.elements }
  }
}

extension LookupTable where Element: LookupElement {
  /// The key's object, not retained; it lives as long as the table.
  func find(_ key: Element.Key) -> Unmanaged<Element>? {
    unsafe current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { buckets in
      unsafe buckets.find(key)
    }
  }

  /// The key's object, retained.
  func element(_ key: Element.Key) -> Element? {
    unsafe find(key)?.takeUnretainedValue()
  }

  /// The key's object, which is made if there is none.
  func element(_ key: Element.Key, make: () -> Element) -> Element {
    if let element = element(key) { return element }
    return owned.withLock { owned in
      if let element = element(key) { return element }
      let element = make()
      insert(element, &owned)
      return element
    }
  }

  /// Adds an object, which hides an earlier one with the same key.
  func insert(_ element: Element) {
    owned.withLock { insert(element, &$0) }
  }

  private func insert(_ element: Element, _ owned: inout Owned) {
    owned.elements.append(element)
    var buckets = unsafe current.load(ordering: .relaxed).takeUnretainedValue()
    if (owned.count + 1) * 2 > buckets.capacity {
      buckets = Buckets(capacity: buckets.capacity * 2)
      owned.count = 0
      for element in owned.elements where buckets.insert(element) { owned.count += 1 }
      owned.buckets.append(buckets)
      unsafe current.store(Unmanaged.passUnretained(buckets), ordering: .releasing)
    } else if buckets.insert(element) {
      owned.count += 1
    }
  }
}

/// An open-addressing array of objects, at most half full.
///
/// `@unchecked Sendable`: only this object allocates and frees the memory, its size never changes, and each bucket is an
/// atomic. The compiler cannot see this through the pointer.
@safe
private final class Buckets<Element: AnyObject & Sendable>: @unchecked Sendable {
  let capacity: Int
  private let base: UnsafeMutablePointer<Atomic<Unmanaged<Element>?>>

  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
    for index in 0..<capacity {
      unsafe (base + index).initialize(to: Atomic(nil))
    }
  }

  deinit {
    unsafe base.deinitialize(count: capacity)
    unsafe base.deallocate()
  }
}

extension Buckets where Element: LookupElement {
  func find(_ key: Element.Key) -> Unmanaged<Element>? {
    unsafe search(key).element
  }

  /// Puts an object into its bucket; only the holder of the table's lock may.
  ///
  /// - Returns: Whether the bucket was empty.
  func insert(_ element: Element) -> Bool {
    let (index, earlier) = unsafe search(element.key)
    unsafe base[index].store(Unmanaged.passUnretained(element), ordering: .releasing)
    return unsafe earlier == nil
  }

  /// The key's object with its bucket, or the empty bucket where it belongs.
  private func search(_ key: Element.Key) -> (index: Int, element: Unmanaged<Element>?) {
    let mask = capacity - 1
    var index = Int(truncatingIfNeeded: key.bucketHash) & mask
    while let element = unsafe base[index].load(ordering: .acquiring) {
      if unsafe element._withUnsafeGuaranteedRef({ $0.key == key }) {
        return unsafe (index, element)
      }
      index = (index + 1) & mask
    }
    return (index, nil)
  }
}
