import Registry
import RegistryTesting
import Testing

private final class Room {
  @Injected(\.window) var window
}

private final class Window {
  @WeakLazyInjected(\.room) var room
}

private final class Ship {
  @Injected(\.crew) var crew
}

private final class Crew {
  @LazyInjected(\.ship) var ship
}

extension Container {
  fileprivate var room: Factory<Room> { self { Room() }.shared }
  fileprivate var window: Factory<Window> { self { Window() } }
  fileprivate var ship: Factory<Ship> { self { Ship() }.shared }
  fileprivate var crew: Factory<Crew> { self { Crew() } }
}

/// Two services that hold each other.
@Suite(.container) struct HeldServicesTests {
  @Test func `a weak side lets both go with their last user`() {
    weak var left: Room?
    do {
      let room = Container.shared.room()
      #expect(room.window.room === room)
      left = room
      withExtendedLifetime(room) {}
    }
    #expect(left == nil)
  }

  @Test func `a lazy side keeps both after it was read`() {
    weak var left: Ship?
    do {
      let ship = Container.shared.ship()
      #expect(ship.crew.ship === ship)
      left = ship
      withExtendedLifetime(ship) {}
    }
    #expect(left != nil)
  }
}
