internal import Synchronization

/// The contexts that the program runs in, which modifiers such as `.onTest { }` check.
///
/// A property reads the present state in the running task: `FactoryContext.current.isTest`. Setting
/// it changes the process; `withContext(_:operation:)` changes one task. Any thread may do so.
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
    var arguments = CommandLine.arguments
    var runtimeArguments: [String: String] = [:]
  }

  private static let flagBits = Atomic<UInt8>(Flags.detected.rawValue)
  private static let process = Locked(Process())

  /// The context of the running task; setting an earlier one restores its flags and arguments for the process.
  public static var current: FactoryContext {
    get { FactoryContext() }
    set {
      flagBits.store(newValue.savedFlags.rawValue, ordering: .releasing)
      process.withLock { $0 = newValue.saved }
    }
  }

  private let savedFlags = Flags(rawValue: flagBits.load(ordering: .acquiring))
  private let saved = process.withLock { $0 }

  /// Whether the program runs in Xcode's previews.
  public var isPreview: Bool {
    get { Self.flags.contains(.preview) }
    nonmutating set { set(.preview, newValue) }
  }

  /// Whether the program runs tests.
  public var isTest: Bool {
    get { Self.flags.contains(.test) }
    nonmutating set { set(.test, newValue) }
  }

  /// Whether the program runs in a simulator.
  public var isSimulator: Bool {
    get { Self.flags.contains(.simulator) }
    nonmutating set { set(.simulator, newValue) }
  }

  /// Whether the program runs on a machine that is not a simulator.
  public var isDevice: Bool {
    get { Self.flags.contains(.device) }
    nonmutating set { set(.device, newValue) }
  }

  /// Whether the program was built for debugging.
  public var isDebug: Bool {
    get { Self.flags.contains(.debug) }
    nonmutating set { set(.debug, newValue) }
  }

  /// The arguments that the program was launched with.
  public var arguments: [String] {
    get { Self.process.withLock { $0.arguments } }
    nonmutating set { Self.process.withLock { $0.arguments = newValue } }
  }

  /// The values that `setArg(_:forKey:)` gave, by key.
  public var runtimeArguments: [String: String] {
    get { Self.process.withLock { $0.runtimeArguments } }
    nonmutating set { Self.process.withLock { $0.runtimeArguments = newValue } }
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
  /// The flags that hold in the running task.
  static var flags: Flags {
    var flags = unchosenFlags
    guard let context = DependencyScope.current?.overrides.context else { return flags }
    flags.subtract([.preview, .test])
    return flags.union(context.flags)
  }

  /// The flags without the context that an operation chooses by `$0.context`.
  static var unchosenFlags: Flags {
    Step.current?.overlay?.flags ?? Flags(rawValue: flagBits.load(ordering: .acquiring))
  }

  /// The first of the launch arguments, which asks for nothing.
  private static let programName = CommandLine.arguments.first

  static func hasArgument(_ name: String) -> Bool {
    if let overlay = Step.current?.overlay, overlay.arguments.contains(name) { return true }
    return process.withLock {
      let isProgram = $0.arguments.first == programName
      return $0.arguments.dropFirst(isProgram ? 1 : 0).contains(name)
        || $0.runtimeArguments.values.contains(name)
    }
  }

  /// Makes this the process's context.
  static func choose(_ context: DependencyContext) {
    current.isPreview = context == .preview
    current.isTest = context == .test
  }

  private func set(_ flag: Flags, _ isSet: Bool) {
    if isSet {
      Self.flagBits.bitwiseOr(flag.rawValue, ordering: .acquiringAndReleasing)
    } else {
      Self.flagBits.bitwiseAnd(~flag.rawValue, ordering: .acquiringAndReleasing)
    }
  }
}
