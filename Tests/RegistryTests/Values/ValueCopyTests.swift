import Testing

@testable import Registry

private final class Stationer: SharedContainer {
  static let shared = Stationer()
  let manager = ContainerManager()

  var note: Factory<Object> {
    self { Object(DependencyValues.current.greeting) }.cached
  }
}

/// Copies of the values that an update sets; without a trait, so as in a live program.
@Suite struct ValueCopyTests {
  @Test func `a copy that is changed later changes no operation`() {
    var kept = DependencyValues()
    withDependencies {
      $0.greeting = "set"
      kept = $0
    } operation: {
      kept.greeting = "changed"
      #expect(DependencyValues.current.greeting == "set")
      #expect(kept.greeting == "changed")
    }
  }

  @Test func `operations with copies of the same values cache apart`() {
    var kept = DependencyValues()
    let first = withDependencies {
      $0.greeting = "set"
      kept = $0
    } operation: {
      Stationer.shared.note()
    }
    func again() -> Object {
      withDependencies {
        $0 = kept
      } operation: {
        Stationer.shared.note()
      }
    }
    let (second, third) = (again(), again())
    #expect([first, second, third].map(\.name) == ["set", "set", "set"])
    #expect(first !== second)
    #expect(second !== third)
  }

  @Test func `values that an operation has are changed for another one only`() {
    withDependencies {
      $0.greeting = "outer"
    } operation: {
      var own = DependencyValues.current
      own.greeting = "changed"
      #expect(DependencyValues.current.greeting == "outer")
      withDependencies {
        $0 = own
      } operation: {
        #expect(Stationer.shared.note().name == "changed")
      }
      #expect(Stationer.shared.note().name == "outer")
    }
  }

  @Test func `what an unfinished update caches is not the operation's`() {
    var early: Object?
    let late = withDependencies {
      $0.greeting = "first"
      early = $0[\Stationer.note]
      $0.greeting = "second"
    } operation: {
      Stationer.shared.note()
    }
    #expect(early?.name == "first")
    #expect(late.name == "second")
  }

  @Test func `what a finished update caches is not the operation's either`() {
    var early: Object?
    let late = withDependencies {
      $0.greeting = "set"
      early = $0[\Stationer.note]
    } operation: {
      Stationer.shared.note()
    }
    #expect(early?.name == "set")
    #expect(early !== late)
  }

  @Test func `an operation without values drops those around it`() {
    withDependencies {
      $0.greeting = "outer"
    } operation: {
      withDependencies {
        $0 = DependencyValues()
        $0.farewell = "set"
      } operation: {
        #expect(DependencyValues.current.greeting == "test")
        #expect(DependencyValues.current.farewell == "set")
      }
      #expect(DependencyValues.current.greeting == "outer")
    }
  }

  @Test func `several values in one update are one scope within that around it`() {
    withDependencies {
      $0.greeting = "outer"
    } operation: {
      let outer = DependencyScope.current
      withDependencies {
        $0.greeting = "inner"
        $0.farewell = "set"
      } operation: {
        #expect(DependencyScope.current?.parent === outer)
      }
    }
  }
}
