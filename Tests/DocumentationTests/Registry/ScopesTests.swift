import Registry
import RegistryTesting
import Synchronization
import Testing

// The blocks of the article "Scopes".

final class Shelf: Sendable {
  let name: String

  init(_ name: String = "shelf") {
    self.name = name
  }
}

final class Reader: Sendable {
  let shelf: Shelf

  init(_ shelf: Shelf) {
    self.shelf = shelf
  }
}

extension Container {
  var ticket: Factory<Shelf> { self { Shelf() } }
  var shelf: Factory<Shelf> { self { Shelf() }.cached }
  var reel: Factory<Shelf> { self { Shelf() }.shared }
  var building: Factory<Shelf> { self { Shelf() }.singleton }
  var card: Factory<Shelf> { self { Shelf() }.scope(.session) }
}

extension Container {
  var aisle: Factory<Shelf> { self { Shelf() }.graph }
  var readers: Factory<[Reader]> {
    self { [Reader(self.aisle()), Reader(self.aisle())] }
  }
}

extension Scope {
  static let visit = Cached()
  static let street = Singleton()
}

extension Container {
  var basket: Factory<Shelf> { self { Shelf() }.scope(.visit) }
  var lamps: Factory<Shelf> { self { Shelf() }.scope(.street) }
}

extension Container {
  var volume: ParameterFactory<Int, Shelf> {
    self { number in Shelf("volume \(number)") }.scopeOnParameters.cached
  }
}

extension Container {
  var news: Factory<Shelf> { self { Shelf("today's") }.cached.timeToLive(15 * 60) }
}

@Suite(.container) struct ScopesTests {
  @Test func `scopes keep values`() {
    let container = Container.shared
    #expect(container.ticket() !== container.ticket())
    #expect(container.shelf() === container.shelf())
    #expect(container.building() === Container().building())
    #expect(container.news() === container.news())
    let reel = container.reel()
    #expect(container.reel() === reel)
    let card = container.card()
    container.manager.reset(scope: .session)
    #expect(container.card() !== card)
    #expect(container.basket() === container.basket())
    #expect(container.lamps() === Container().lamps())
  }

  @Test func `a graph is shared within one resolution`() {
    let container = Container.shared
    let readers = container.readers()
    #expect(readers[0].shelf === readers[1].shelf)
    #expect(container.readers()[0].shelf !== readers[0].shelf)
  }

  @Test func `a parameter has a value of its own`() {
    let container = Container.shared
    #expect(container.volume(1) === container.volume(1))
    #expect(container.volume(2).name == "volume 2")
  }

  @Test func `a container has a default scope`() {
    let container = Container.shared
    container.manager.defaultScope = .cached
    #expect(container.ticket() === container.ticket())
  }

  @Test func `scopes are overridden and reset`() {
    let container = Container.shared
    let shelf = container.shelf()
    container.shelf.scope(.unique)
    #expect(container.shelf() !== container.shelf())
    container.shelf.reset()  // overrides and cached values of one factory
    container.shelf.reset(.scope)  // its cached values only
    container.reset(options: .scope)  // the cached values of all the container's factories
    Scope.singleton.reset()  // the singletons
    #expect(container.shelf() !== shelf)
  }

  @Test func `a decorator sees what is new`() {
    let container = Container.shared
    let seen = Mutex<[String]>([])
    container.shelf.decorator { shelf, isNew in
      if isNew { print("made \(shelf.name)") }
    }
    container.ticket.decorator { shelf in seen.withLock { $0.append(shelf.name) } }
    _ = (container.shelf(), container.ticket())
    #expect(seen.withLock { $0 } == ["shelf"])
  }
}
