/// A context in which a factory may give another value.
public enum FactoryContextType: Hashable, Sendable {
  /// The program was launched with this argument, or it was set by `FactoryContext.setArg(_:forKey:)`.
  case arg(String)
  /// The program was launched with one of these arguments.
  case args([String])
  /// The program runs in Xcode's previews.
  case preview
  /// The program runs tests, by Swift Testing or XCTest.
  case test
  /// The program runs in a simulator.
  case simulator
  /// The program runs on a machine that is not a simulator.
  case device
  /// The program was built for debugging.
  case debug

  /// The flag, or the arguments of which one must be there.
  enum Condition {
    case flag(FactoryContext.Flags)
    case arguments([String])
  }

  var condition: Condition {
    switch self {
    case .arg(let name): .arguments([name])
    case .args(let names): .arguments(names)
    case .preview: .flag(.preview)
    case .test: .flag(.test)
    case .simulator: .flag(.simulator)
    case .device: .flag(.device)
    case .debug: .flag(.debug)
    }
  }
}
