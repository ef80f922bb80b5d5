internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension ResolutionStack {
  /// The calling thread's stack.
  @usableFromInline static var current: ResolutionStack {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe ResolutionStack(known.assumingMemoryBound(to: State.self))
    }
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    let hazard = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
    unsafe hazard.initialize(to: Atomic(0))
    unsafe state.initialize(to: State(hazard: hazard))
    unsafe pthread_setspecific(key, state)
    hazards.withLock { $0.append(UInt(bitPattern: hazard)) }
    return unsafe ResolutionStack(state)
  }

  /// The addresses of every thread's hazard pointer.
  private static let hazards = Locked<[UInt]>([])

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = unsafe pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
      let ended: UnsafeMutableRawPointer? = unsafe pointer
      #else
      let ended = unsafe pointer
      #endif
      guard let state = unsafe ended?.assumingMemoryBound(to: State.self) else { return }
      let hazard = unsafe state.pointee.hazard
      hazards.withLock { $0.removeAll { $0 == UInt(bitPattern: hazard) } }
      unsafe hazard.deinitialize(count: 1)
      unsafe hazard.deallocate()
      unsafe state.deinitialize(count: 1)
      unsafe state.deallocate()
    }
    // The C library has room for 1,024 keys (at least 128); the module does not work without one.
    if code != 0 { Wiring.trap("no thread-specific storage left (code \(code))") }
    return key
  }()
}

// MARK: - Hazard pointer

extension ResolutionStack {
  /// Tells writers that this thread is about to retain an object.
  func setHazard(_ object: UnsafeMutableRawPointer) {
    unsafe state.pointee.hazard.pointee.store(
      UInt(bitPattern: object),
      ordering: .sequentiallyConsistent
    )
  }

  /// Ends a read; what the reader keeps is retained before.
  @usableFromInline
  func clearHazard() {
    keepOrder()
    unsafe state.pointee.hazard.pointee.store(0, ordering: .releasing)
  }

  /// Keeps retains before this line, releases behind it.
  ///
  /// The optimiser may move a retain down to the next operation that could release something, and an atomic store cannot.
  /// So it moved the retain of what a reader had found behind the store that ends the read, when a writer may have
  /// released the object. It does not move one past a call of a function that it does not know. The pointer to it is a
  /// variable in memory of the heap, so that no pass can tell where it points. The call costs about a nanosecond.
  func keepOrder() {
    unsafe state.pointee.unknown()
  }

  /// Waits until no thread is about to retain the object, which new readers must no longer find.
  static func waitForReaders(of object: UnsafeMutableRawPointer) {
    let object = UInt(bitPattern: object)
    hazards.withLock { hazards in
      for address in hazards {
        // The thread cannot end meanwhile: it would need the lock first.
        guard let hazard = unsafe UnsafePointer<Atomic<UInt>>(bitPattern: address) else { continue }
        while unsafe hazard.pointee.load(ordering: .sequentiallyConsistent) == object {
          sched_yield()
        }
      }
    }
  }
}

// MARK: - Other calls

/// The calls of the C library that the module needs, apart from those for threads above.
enum CLibrary {
  static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// A function of the program or of a library that it has loaded.
  static func function(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe dlsym(dlopen(nil, RTLD_NOW), name)
  }

  static let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  static func areEqual(_ left: UnsafePointer<CChar>, _ right: UnsafePointer<CChar>) -> Bool {
    unsafe strcmp(left, right) == 0
  }

  /// Runs the body on a new thread with as large a stack as a main thread has.
  static func startThread(_ body: @escaping @Sendable () -> Void) {
    let argument = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let code = unsafe startThread(argument)
    if code != 0 { Wiring.trap("no thread left (code \(code))") }
  }

  private static func startThread(_ argument: UnsafeMutableRawPointer) -> Int32 {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    return unsafe pthread_create(&thread, &attributes, ThreadBody.run, argument)
  }

  /// The closure of a new thread, as an object, since a thread starts with one pointer.
  private final class ThreadBody: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    #if canImport(Darwin)
    typealias Argument = UnsafeMutableRawPointer
    #else
    typealias Argument = UnsafeMutableRawPointer?
    #endif

    static let run: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
      let argument: UnsafeMutableRawPointer? = unsafe argument
      guard let argument = unsafe argument else { return nil }
      unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }
  }

  static func sleepForever() -> Never {
    while true { sleep(.max) }
  }

  static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
