import Registry
import Testing

private struct Loan: Hashable {
  let reader: Int
  let book: String
}

extension Container {
  fileprivate var formal: Factory<any Catalogue> {
    Factory(self) { CityCatalogue() }
  }
  fileprivate var formalScoped: Factory<any Catalogue> {
    Factory(self, scope: .cached) { CityCatalogue() }
  }
  fileprivate var formalUnique: Factory<any Catalogue> {
    Factory(self, scope: .unique) { CityCatalogue() }
  }
  fileprivate var formalReader: ParameterFactory<String, StubCatalogue> {
    ParameterFactory(self, scope: .cached) { StubCatalogue($0) }
  }
  fileprivate static var oldSchool: Factory<any Catalogue> {
    Factory(shared) { StubCatalogue("old school") }
  }
  fileprivate var opening: Factory<String> { self { "nine" } }
  fileprivate var closing: Factory<String> { self { "six" } }
  fileprivate var fee: ParameterFactory<(days: Int, cents: Int), Int> {
    self { $0.days * $0.cents }
  }
  fileprivate var receipt: ParameterFactory<Loan, String> {
    self { loan in "\(loan.book) for \(loan.reader)" }
  }
  fileprivate var deskOfBranch: Factory<Desk> {
    self { Desk(catalogue: Branch.shared.shelf()) }
  }
}

extension SharedContainer {
  fileprivate var postBox: Factory<StubCatalogue> { self { StubCatalogue("post") } }
  fileprivate var register: Factory<StubCatalogue> { self { StubCatalogue("register") }.singleton }
  fileprivate var noticeBoard: Factory<StubCatalogue> { self { StubCatalogue("board") }.cached }
}

private final class Archive: SharedContainer {
  // A constant instead of a task-local value is documented too.
  static let shared = Archive()
  let manager = ContainerManager()

  var vault: Factory<any Catalogue> {
    self { StubCatalogue("vault") }
  }
}

extension Documented {
  @Suite struct Definitions {
    let container = Container()

    @Test func `the short and the formal definition give the same`() {
      #expect(container.catalogue().title == "city")
      #expect(container.formal().title == "city")
    }

    @Test func `the formal definition takes a scope`() {
      #expect(container.formalScoped() === container.formalScoped())
      #expect(container.formalUnique() !== container.formalUnique())
      #expect(container.formalReader("ann") === container.formalReader("bob"))
      container.manager.defaultScope = .cached
      #expect(container.formalUnique() !== container.formalUnique())
    }

    @Test func `an override wins over the scope of a formal definition`() {
      container.formalUnique.scope(.cached)
      #expect(container.formalUnique() === container.formalUnique())
    }

    @Test func `a static factory belongs to the shared container`() {
      #expect(Container.oldSchool().title == "old school")
      Container.oldSchool.register { StubCatalogue() }
      #expect(Container.oldSchool().title == "stub")
    }

    @Test func `factories of one type do not mix`() {
      container.opening.register { "ten" }
      #expect(container.opening() == "ten")
      #expect(container.closing() == "six")
    }

    @Test func `a constructor is given what other factories make`() {
      #expect(container.desk().catalogue === container.keptCatalogue())
    }

    @Test func `a parameter is a value, a tuple or a struct`() {
      #expect(container.reader("ann") == Reader(name: "ann"))
      #expect(container.fee((days: 3, cents: 20)) == 60)
      #expect(container.receipt(Loan(reader: 7, book: "Emma")) == "Emma for 7")
    }

    @Test func `a container may define its factories within`() {
      #expect(Archive.shared.vault().title == "vault")
      #expect(Archive().vault().title == "vault")
    }

    @Test func `a factory reaches across containers`() {
      #expect(container.deskOfBranch().catalogue === Branch.shared.shelf())
    }

    @Test func `a factory of every container is on each type`() {
      #expect(container.postBox().title == "post")
      #expect(Branch.shared.postBox().title == "post")
      container.postBox.register { StubCatalogue("mine") }
      #expect(container.postBox().title == "mine")
      #expect(Branch.shared.postBox().title == "post")
    }

    @Test func `a singleton of every container is one for all types`() {
      #expect(container.register() === Branch.shared.register())
      #expect(container.register() === Archive.shared.register())
      #expect(container.noticeBoard() !== Branch.shared.noticeBoard())
    }

    @Test func `a container is prepared by a closure`() async {
      let prepared = container {
        $0.catalogue.register { StubCatalogue() }
        $0.keptCatalogue.register { StubCatalogue("kept") }
      }
      #expect(prepared.catalogue().title == "stub")
      #expect(prepared.desk().catalogue.title == "kept")
      await Container.shared {
        await Task.yield()
        $0.catalogue.register { StubCatalogue("shared") }
      }
      #expect(Container.shared.catalogue().title == "shared")
    }
  }
}
