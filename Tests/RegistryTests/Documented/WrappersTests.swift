import Observation
import Registry
import Testing

extension Container {
  fileprivate var held: Factory<StubCatalogue> { self { StubCatalogue("held") }.cached }
  fileprivate var weaklyHeld: Factory<StubCatalogue> { self { StubCatalogue("weak") }.cached }
  fileprivate var fresh: Factory<StubCatalogue> { self { StubCatalogue("fresh") } }
  fileprivate var member: Factory<Reader?> { self { nil } }
  fileprivate var parent: Factory<Parent> { self { Parent() }.shared }
}

extension Branch {
  fileprivate var fresh: Factory<StubCatalogue> { self { StubCatalogue("branch") } }
}

private class Parent {
  @LazyInjected(\.child) var child
}

private class Child {
  @WeakLazyInjected(\.parent) var parent: Parent?
}

extension Container {
  fileprivate var child: Factory<Child> { self { Child() } }
}

private class Model {
  @Injected(\.catalogue) var catalogue
  @Injected(\Container.held) var held: StubCatalogue
  @Injected(\Branch.shelf) var shelf
  @Injected(\.member) var member
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Injected(\.member) var sureMember: Reader!
  @LazyInjected(\.fresh) var lazy
  @LazyInjected(\Branch.shelf) var lazyShelf: any Catalogue
  @WeakLazyInjected(\.weaklyHeld) var weak
  @WeakLazyInjected(\Branch.fresh) var weakShelf
  @DynamicInjected(\.fresh) var dynamic
  @DynamicInjected(\Branch.shelf) var dynamicShelf: any Catalogue
}

private struct View {
  @Injected(\.catalogue) private var catalogue
  var title: String { catalogue.title }
}

@Observable private class ObservedModel {
  @ObservationIgnored @Injected(\.catalogue) private var catalogue
  @ObservationIgnored @LazyInjected(\.fresh) private var fresh
  var titles: [String] = []

  func load() {
    titles = [catalogue.title, fresh.title]
  }
}

private class Closing {
  @LazyInjected(\.held) var held
  let seen: Log<String>

  init(seen: Log<String>) {
    self.seen = seen
  }

  deinit {
    seen.append($held.resolvedOrNil()?.title ?? "never resolved")
  }
}

private class Holder {
  @InjectedContainer var container
  @InjectedContainer(Branch.self) var branch
  @InjectedContainer var typed: Branch
  @InjectedType var catalogue: (any Catalogue)?
}

extension Documented {
  @Suite struct Wrappers {
    @Test func `injected resolves as its owner is made`() {
      let model = Model()
      Container.shared.catalogue.register { StubCatalogue() }
      #expect(model.catalogue.title == "city")
      #expect(Model().catalogue.title == "stub")
      #expect(View().title == "stub")
      #expect(model.held === Container.shared.held())
      #expect(model.shelf === Branch.shared.shelf())
    }

    @Test func `an injected dependency is replaced, resolved anew and reset`() {
      let model = Model()
      let factory = model.$held.factory
      #expect(factory() === model.held)
      model.$held.resolve()
      #expect(model.held === factory())
      let first = model.held
      model.$held.resolve(reset: .scope)
      #expect(model.held !== first)
      factory.register { StubCatalogue("mock") }
      model.$held.resolve()
      #expect(model.held.title == "mock")
      model.$held.resolve(reset: .all)
      #expect(model.held.title == "held")
      model.held = StubCatalogue("set")
      #expect(model.held.title == "set")
    }

    @Test func `an optional is injected as it is, and may be unwrapped implicitly`() {
      #expect(Model().member == nil)
      Container.shared.member.register { Reader(name: "ann") }
      let model = Model()
      #expect(model.member?.name == "ann")
      #expect(model.sureMember.name == "ann")
    }

    @Test func `lazily injected is resolved by the first access`() {
      let model = Model()
      #expect(model.$lazy.resolvedOrNil() == nil)
      Container.shared.fresh.register { StubCatalogue("late") }
      #expect(model.lazy.title == "late")
      #expect(model.lazy === model.lazy)
      #expect(model.$lazy.resolvedOrNil() === model.lazy)
      let first = model.lazy
      model.$lazy.resolve()
      #expect(model.lazy !== first)
      model.$lazy.resolve(reset: .registration)
      #expect(model.lazy.title == "fresh")
      #expect(model.$lazy.factory().title == "fresh")
      #expect(model.lazyShelf === Branch.shared.shelf())
    }

    @Test func `weakly injected is gone with its last holder`() {
      let model = Model()
      #expect(model.$weak.resolvedOrNil() == nil)
      #expect(model.weak === Container.shared.weaklyHeld())
      #expect(model.$weak.resolvedOrNil() === Container.shared.weaklyHeld())
      Container.shared.reset()
      #expect(model.weak == nil)
      #expect(model.$weak.factory().title == "weak")
      #expect(model.$weak.resolve(reset: .none) === Container.shared.weaklyHeld())
      #expect(model.weak === Container.shared.weaklyHeld())
      #expect(model.weakShelf?.title == "branch", "held at least while it is read")
    }

    @Test func `two that hold each other, one weakly, are no cycle`() {
      let parent = Container.shared.parent()
      #expect(parent.child.parent === parent)
    }

    @Test func `dynamically injected is resolved by each access`() {
      let model = Model()
      #expect(model.dynamic !== model.dynamic)
      Container.shared.fresh.register { StubCatalogue("late") }
      #expect(model.dynamic.title == "late")
      #expect(model.dynamicShelf === Branch.shared.shelf())
    }

    @Test func `an observed model ignores what it injects`() {
      let model = ObservedModel()
      model.load()
      #expect(model.titles == ["city", "fresh"])
    }

    @Test func `an owner that goes looks at what was resolved without resolving`() {
      let seen = Log<String>()
      _ = Closing(seen: seen)
      var resolved: Closing? = Closing(seen: seen)
      _ = resolved?.held
      resolved = nil
      #expect(seen.all == ["never resolved", "held"])
    }

    @Test func `a container is injected by its type`() {
      let holder = Holder()
      #expect(holder.container === Container.shared)
      #expect(holder.branch === Branch.shared)
      #expect(holder.typed === Branch.shared)
    }

    @Test func `a dependency is registered, resolved and injected by its type`() {
      #expect(Holder().catalogue == nil)
      Container.shared.register { StubCatalogue("typed") as any Catalogue }
      #expect(Holder().catalogue?.title == "typed")
      let inferred: (any Catalogue)? = Container.shared.resolve()
      #expect(inferred?.title == "typed")
      Container.shared.register((any Catalogue).self) { StubCatalogue("again") }
      #expect(Container.shared.resolve((any Catalogue).self)?.title == "again")
      let factory: Factory<any Catalogue>? = Container.shared.factory()
      factory?.register { StubCatalogue("replaced") }.scope(.singleton)
      #expect(Holder().catalogue?.title == "replaced")
      #expect(Container.shared.resolve(Desk.self) == nil)
      #expect(Container.shared.factory(Desk.self) == nil)
    }
  }
}
