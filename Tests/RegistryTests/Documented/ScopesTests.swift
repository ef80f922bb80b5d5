import Registry
import Testing

extension Scope {
  // The articles declare this name, which the library has too: the program's own comes first.
  fileprivate static let session = Cached()
  fileprivate static let season = Singleton()
}

extension Container {
  fileprivate var single: Factory<any Catalogue> { self { CityCatalogue() }.singleton }
  fileprivate var weak: Factory<(any Catalogue)?> { self { CityCatalogue() }.shared }
  fileprivate var weakClass: Factory<CityCatalogue> { self { CityCatalogue() }.shared }
  fileprivate var user: Factory<StubCatalogue> { self { StubCatalogue() }.scope(.session) }
  fileprivate var season: Factory<StubCatalogue> { self { StubCatalogue() }.scope(.season) }
  fileprivate var unique: Factory<StubCatalogue> { self { StubCatalogue() }.unique }
  fileprivate var unscoped: Factory<StubCatalogue> { self { StubCatalogue() } }
  fileprivate var any: ParameterFactory<String, StubCatalogue> {
    self { StubCatalogue($0) }.cached
  }
  fileprivate var each: ParameterFactory<String, StubCatalogue> {
    self { StubCatalogue($0) }.scopeOnParameters.cached
  }
  fileprivate var eachAfter: ParameterFactory<String, StubCatalogue> {
    self { StubCatalogue($0) }.singleton.scopeOnParameters
  }
}

extension Documented {
  @Suite struct Scopes {
    let container = Container()

    @Test func `unique gives each its own`() {
      #expect(container.unscoped() !== container.unscoped())
      #expect(container.unique() !== container.unique())
    }

    @Test func `a singleton is one for all containers and survives their resets`() {
      let first = container.single()
      #expect(Container.shared.single() === first)
      container.reset()
      container.manager.reset(options: .scope)
      #expect(container.single() === first)
      Scope.singleton.reset()
      #expect(container.single() !== first)
    }

    @Test func `one singleton is reset by its factory`() {
      let first = container.single()
      container.single.reset(options: .scope)
      let second = container.single()
      #expect(second !== first)
      container.single.reset()
      #expect(container.single() !== second)
    }

    @Test func `cached is one for the container`() {
      let first = container.keptCatalogue()
      #expect(container.keptCatalogue() === first)
      #expect(Container().keptCatalogue() !== first)
    }

    @Test func `shared is one while somebody holds it`() {
      var first = container.weak()
      var second = container.weak()
      #expect(first === second)
      weak let gone = first
      first = nil
      second = nil
      #expect(gone == nil)
      #expect(container.weak() != nil)
      let held = container.weakClass()
      #expect(container.weakClass() === held)
    }

    @Test func `a scope of one's own is reset by its name`() {
      let user = container.user()
      let kept = container.keptCatalogue()
      #expect(container.user() === user)
      container.manager.reset(scope: .session)
      #expect(container.user() !== user)
      #expect(container.keptCatalogue() === kept)
      container.manager.reset(scope: .cached)
      #expect(container.keptCatalogue() !== kept)
    }

    @Test func `a singleton scope of one's own is one for all containers`() {
      let first = container.season()
      #expect(Container().season() === first)
      Scope.season.reset()
      #expect(container.season() !== first)
    }

    @Test func `the default scope serves factories that name none`() {
      container.manager.defaultScope = .cached
      #expect(container.unscoped() === container.unscoped())
      #expect(container.unique() !== container.unique())
      #expect(Container().unscoped() !== Container().unscoped())
      container.manager.reset(scope: .cached)
      container.manager.defaultScope = nil
      #expect(container.unscoped() !== container.unscoped())
    }

    @Test func `a scope serves the first parameter's value to all`() {
      #expect(container.any("ann").title == "ann")
      #expect(container.any("bob").title == "ann")
    }

    @Test func `scopeOnParameters keeps one for each parameter, on either side of the scope`() {
      #expect(container.each("ann").title == "ann")
      #expect(container.each("bob").title == "bob")
      #expect(container.each("ann") === container.each("ann"))
      #expect(container.eachAfter("ann").title == "ann")
      #expect(container.eachAfter("bob").title == "bob")
      #expect(container.eachAfter("bob") === Container().eachAfter("bob"))
    }

    @Test func `all scopes of a container are reset at once`() {
      let user = container.user()
      let kept = container.keptCatalogue()
      let ann = container.each("ann")
      container.manager.reset(options: .scope)
      #expect(container.user() !== user)
      #expect(container.keptCatalogue() !== kept)
      #expect(container.each("ann") !== ann)
    }

    @Test func `scopes are set from outside as well`() {
      container.unscoped.scope(.session)
      #expect(container.unscoped() === container.unscoped())
      container.keptCatalogue.scope(.unique)
      #expect(container.keptCatalogue() !== container.keptCatalogue())
    }

    @Test func `each scope class makes scopes`() {
      let scopes: [Scope] = [
        Scope.Cached(), Scope.Shared(), Scope.Singleton(), Scope.Graph(), Scope.Unique(),
      ]
      let held = scopes.map { scope in
        let container = Container()
        container.unscoped.scope(scope)
        let first = container.unscoped()
        return container.unscoped() === first
      }
      #expect(held == [true, true, true, false, false])
    }
  }
}

private final class Timed: SharedContainer {
  @TaskLocal static var shared = Timed(clock: ManualClock())
  let manager: ContainerManager

  init(clock: ManualClock) {
    manager = ContainerManager(now: { clock.now })
  }

  var ticket: Factory<StubCatalogue> {
    self { StubCatalogue() }
      .scope(.session)
      .timeToLive(60 * 20)  // 20 minutes
  }
}

extension Documented {
  @Suite struct TimesToLive {
    @Test func `what nobody asked for in time is made anew, and each request restarts the clock`() {
      let clock = ManualClock()
      let container = Timed(clock: clock)
      let first = container.ticket()
      clock.advance(by: .seconds(19 * 60))
      #expect(container.ticket() === first)
      clock.advance(by: .seconds(19 * 60))
      #expect(container.ticket() === first)
      clock.advance(by: .seconds(20 * 60))
      #expect(container.ticket() !== first)
      #expect(first.title == "stub", "what was given out stays")
    }
  }
}
