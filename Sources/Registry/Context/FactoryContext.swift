internal import Synchronization

/// The contexts that the program runs in, which modifiers such as `.onTest { }` check.
///
/// A property reads what holds now in the running task: `FactoryContext.current.isTest`. Setting it changes the process;
/// `withContext(_:operation:)` changes one task. Any thread may do so.
public struct FactoryContext: Sendable {
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let preview = Flags(rawValue: 1)
    static let test = Flags(rawValue: 2)
    static let simulator = Flags(rawValue: 4)
    static let device = Flags(rawValue: 8)
    static let debug = Flags(rawValue: 16)
  }

  private struct Process: Sendable {
    var arguments = Set(CommandLine.arguments.dropFirst())
    var runtimeArguments: [String: String] = [:]
  }

  private static let flags = Atomic<UInt8>(Flags.detected.rawValue)
  private static let process = Locked(Process())
  @TaskLocal static var overlay: ContextOverlay?

  /// The context of the running task.
  public static let current = FactoryContext()

  private init() {}

  /// Whether the program runs in Xcode's previews.
  public var isPreview: Bool {
    get { flags.contains(.preview) }
    nonmutating set { set(.preview, newValue) }
  }

  /// Whether the program runs tests.
  public var isTest: Bool {
    get { flags.contains(.test) }
    nonmutating set { set(.test, newValue) }
  }

  /// Whether the program runs in a simulator.
  public var isSimulator: Bool {
    get { flags.contains(.simulator) }
    nonmutating set { set(.simulator, newValue) }
  }

  /// Whether the program runs on a machine that is not a simulator.
  public var isDevice: Bool {
    get { flags.contains(.device) }
    nonmutating set { set(.device, newValue) }
  }

  /// Whether the program was built for debugging.
  public var isDebug: Bool {
    get { flags.contains(.debug) }
    nonmutating set { set(.debug, newValue) }
  }

  /// The values that `setArg(_:forKey:)` gave, by key.
  public var runtimeArguments: [String: String] {
    Self.process.withLock { $0.runtimeArguments }
  }

  /// Adds an argument while the program runs; it replaces one with the same key.
  public static func setArg(_ argument: String, forKey key: String) {
    process.withLock { $0.runtimeArguments[key] = argument }
  }

  /// Removes the argument that was set with this key.
  public static func removeArg(forKey key: String) {
    process.withLock { $0.runtimeArguments[key] = nil }
  }
}

extension FactoryContext {
  var flags: Flags {
    if let overlay = Self.currentOverlay { return overlay.flags }
    return Flags(rawValue: Self.flags.load(ordering: .acquiring))
  }

  func hasArgument(_ name: String) -> Bool {
    if let overlay = Self.currentOverlay, overlay.arguments.contains(name) { return true }
    return Self.process.withLock {
      $0.arguments.contains(name) || $0.runtimeArguments.values.contains(name)
    }
  }

  private func set(_ flag: Flags, _ isSet: Bool) {
    if isSet {
      Self.flags.bitwiseOr(flag.rawValue, ordering: .acquiringAndReleasing)
    } else {
      Self.flags.bitwiseAnd(~flag.rawValue, ordering: .acquiringAndReleasing)
    }
  }
}
