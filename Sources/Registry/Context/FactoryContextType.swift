/// A context in which a factory may give another value.
public struct FactoryContextType: Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    case arguments([String])
    case flag(FactoryContext.Flags)
  }

  let storage: Storage

  /// The program was launched with this argument, or it was set by `FactoryContext.setArg(_:forKey:)`.
  public static func arg(_ name: String) -> FactoryContextType {
    FactoryContextType(storage: .arguments([name]))
  }

  /// The program was launched with one of these arguments.
  public static func args(_ names: [String]) -> FactoryContextType {
    FactoryContextType(storage: .arguments(names))
  }

  /// The program runs in Xcode's previews.
  public static var preview: FactoryContextType { FactoryContextType(storage: .flag(.preview)) }
  /// The program runs tests, by Swift Testing or XCTest.
  public static var test: FactoryContextType { FactoryContextType(storage: .flag(.test)) }
  /// The program runs in a simulator.
  public static var simulator: FactoryContextType { FactoryContextType(storage: .flag(.simulator)) }
  /// The program runs on a machine that is not a simulator.
  public static var device: FactoryContextType { FactoryContextType(storage: .flag(.device)) }
  /// The program was built for debugging.
  public static var debug: FactoryContextType { FactoryContextType(storage: .flag(.debug)) }
}
