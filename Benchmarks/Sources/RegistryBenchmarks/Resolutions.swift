import Registry

protocol Service: AnyObject, Sendable {
  var number: Int { get }
}

final class Live: Service {
  let number = 1
}

final class Pair: Sendable {
  let first: any Service
  let second: any Service

  init(_ first: any Service, _ second: any Service) {
    self.first = first
    self.second = second
  }
}

extension Container {
  var unique: Factory<any Service> { self { Live() } }
  var cached: Factory<any Service> { self { Live() }.cached }
  var single: Factory<any Service> { self { Live() }.singleton }
  var weak: Factory<any Service> { self { Live() }.shared }
  var child: Factory<any Service> { self { Live() }.graph }
  var pair: Factory<Pair> { self { Pair(self.child(), self.child()) } }
  var numbered: ParameterFactory<Int, any Service> { self { _ in Live() } }
  var perParameter: ParameterFactory<Int, any Service> {
    self { _ in Live() }.scopeOnParameters.cached
  }
  var failing: ThrowingFactory<any Service> { self { Live() }.cached }
  var registered: Factory<any Service> { self { Live() }.cached }
}

enum NumberKey: DependencyKey {
  static let defaultValue = 1
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private final class Owner: @unchecked Sendable {
  // Constant after its initialisation.
  @Injected(\.cached) var service
}

private struct Reader: Sendable {
  @Dependency(\.number) var number
}

/// The ways of getting a value, each beside its direct one.
enum Resolutions {
  /// Where the compiler does not look, so that it makes the value.
  @inline(never) static func look(at factory: Factory<any Service>) -> Int { 1 }
  @inline(never) static func direct() -> any Service { Live() }
  @inline(never) static func directPair() -> Pair {
    let child = direct()
    return Pair(child, child)
  }
  @inline(never) static func number(of service: any Service) -> Int { service.number }
  @inline(never) private static func number(of owner: Owner) -> Int { owner.service.number }
  @inline(never) private static func number(of reader: Reader) -> Int { reader.number }

  @inline(never) private static func overridden(_ reader: Reader) -> Int {
    withDependencies {
      $0.number = 7
    } operation: {
      number(of: reader)
    }
  }

  static func comparisons(operations: Int) -> [(name: String, measure: () -> Comparison)] {
    let container = Container.shared
    // Not the process's own, which its factories need not keep.
    let other = Container()
    let held = container.weak()
    // A program that has registered something: no row may depend on what.
    let busy = Container()
    busy.registered.register { Live() }
    let made = withDependencies {
      $0.number = 7
    } operation: {
      Reader()
    }
    let owner = Owner()
    let reader = Reader()
    let make = repeated { direct().number }
    let read = repeated { number(of: held) }

    func compare(
      _ name: String,
      _ direct: @escaping @Sendable (Int) -> Int,
      _ resolved: @escaping @Sendable (Int) -> Int
    ) -> (name: String, measure: () -> Comparison) {
      (
        name,
        { Comparison.take(name, operations: operations, direct: direct, resolved: resolved) }
      )
    }
    return [
      compare("a definition, not resolved", { $0 }) { count in
        var sum = 0
        for _ in 0..<count { sum &+= look(at: container.cached) }
        return sum
      },
      compare("unique", make, repeated { container.unique().number }),
      compare("unique, with a parameter", make, repeated { container.numbered(7).number }),
      compare("unique, after a registration", make, repeated { busy.unique().number }),
      compare("graph with two children", repeated { directPair().first.number }) { count in
        var sum = 0
        for _ in 0..<count { sum &+= container.pair().first.number }
        return sum
      },
      compare("cached", read, repeated { container.cached().number }),
      compare("cached by parameter", read, repeated { container.perParameter(7).number }),
      compare("cached, after a registration", read, repeated { busy.cached().number }),
      compare("cached and registered", read, repeated { busy.registered().number }),
      compare("cached, of a throwing factory", read) { count in
        var sum = 0
        for _ in 0..<count { sum &+= (try? container.failing().number) ?? 0 }
        return sum
      },
      compare("cached, of another container", read, repeated { other.cached().number }),
      compare("singleton", read, repeated { container.single().number }),
      compare("shared, held by another", read, repeated { container.weak().number }),
      compare("`Container.shared` and cached", read, repeated { Container.shared.cached().number }),
      compare("read of an `@Injected`", read, repeated { number(of: owner) }),
      compare("read of a `@Dependency`", read, repeated { number(of: reader) }),
      compare(
        "read of a `@Dependency` by an owner made in an override",
        read,
        repeated { number(of: made) }
      ),
      compare(
        "`withDependencies` around nothing",
        { $0 },
        repeated { withDependencies({ _ in }) { 1 } }
      ),
      compare("`withDependencies` around one read", read, repeated { overridden(reader) }),
      compare("read of a `@Dependency`, where something is overridden", read) { count in
        withDependencies {
          $0.number = 7
        } operation: {
          var sum = 0
          for _ in 0..<count { sum &+= number(of: reader) }
          return sum
        }
      },
    ]
  }

  @inline(__always)
  private static func repeated(
    _ body: @escaping @Sendable () -> Int
  ) -> @Sendable (Int) -> Int {
    { count in
      var sum = 0
      for _ in 0..<count { sum &+= body() }
      return sum
    }
  }
}
