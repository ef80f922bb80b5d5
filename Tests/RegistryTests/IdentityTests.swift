import Registry
import RegistryTesting
import Testing

private final class Town: SharedContainer {
  @TaskLocal static var shared = Town()
  let manager = ContainerManager()

  var hall: Factory<Object> { self { Object("town") }.singleton }
  var mayor: Factory<String> { self { Village.shared.mayor() + " and town" } }
  var plan: Factory<Object> { self { Object("town") }.graph }
}

private final class Village: SharedContainer {
  @TaskLocal static var shared = Village()
  let manager = ContainerManager()
  let parent: Village?

  init(parent: Village? = nil) {
    self.parent = parent
  }

  var hall: Factory<Object> { self { Object("village") }.singleton }
  var mayor: Factory<String> { self { "village" } }
  var plan: Factory<Object> { self { Object("village") }.graph }
  var bothPlans: Factory<[String]> { self { [self.plan().name, Town.shared.plan().name] } }
  var map: Factory<Object> { self { Object() }.graph }
  var maps: Factory<[Object?]> { self { [self.map(), self.parent?.map(), self.map()] } }
  var well: Factory<String> { self { (self.parent?.well() ?? "") + "water" } }
  var pump: Factory<String> { self { (self.parent?.pump() ?? "") + "pump" }.cached }
}

extension SharedContainer {
  fileprivate var rumour: Factory<String> {
    self { self is Town ? "town heard: " + Village.shared.rumour() : "village" }
  }
}

extension Town {
  fileprivate func lot(_ number: Int) -> Factory<Object> { self { Object("number") }.cached }
  fileprivate func lot(_ name: String) -> Factory<Object> { self { Object("name") }.cached }
  fileprivate func all<T: Sendable>(_ value: T) -> Factory<[T]> { self { [value] }.cached }
  fileprivate var twins: (Factory<Object>, Factory<Object>) {
    (self { Object("left") }.cached, self { Object("right") }.cached)
  }
}

@Suite(.container) struct IdentityTests {
  private let town = Town()
  private let village = Village()

  @Test func `singletons of one name and type in two containers are two`() {
    #expect(town.hall().name == "town")
    #expect(village.hall().name == "village")
    town.hall.register { Object("new") }
    #expect(village.hall().name == "village")
  }

  @Test func `graphs of one name and type in two containers are two`() {
    #expect(village.bothPlans() == ["village", "town"])
  }

  @Test func `one graph holds a value for each of two containers of a type`() {
    let maps = Village(parent: village).maps()
    #expect(maps[0] === maps[2])
    #expect(maps[0] !== maps[1])
  }

  @Test func `a factory may ask the one of its name in another container`() {
    #expect(town.mayor() == "village and town")
    #expect(town.rumour() == "town heard: village")
  }

  @Test func `a container may ask another of its type, cached or not`() {
    let grandchild = Village(parent: Village(parent: village))
    #expect(grandchild.well() == "waterwaterwater")
    #expect(grandchild.pump() == "pumppumppump")
  }

  @Test func `overloads of one name are two factories`() {
    #expect(town.lot(1)().name == "number")
    #expect(town.lot("1")().name == "name")
    town.lot(1).register { Object("mock") }
    #expect(town.lot("1")().name == "name")
  }

  @Test func `two factories of one line are two`() {
    #expect(town.twins.0().name == "left")
    #expect(town.twins.1().name == "right")
  }

  @Test func `one generic definition is a factory for each type`() {
    #expect(town.all(1)() == [1])
    #expect(town.all("a")() == ["a"])
  }

  @Test func `private factories of one name in two files are two`() {
    Container.shared.namesake.register { Object("this file") }
    #expect(namesakeOfOtherFile()().name == "other file")
    #expect(Container.shared.namesake().name == "this file")
  }
}

extension Container {
  fileprivate var namesake: Factory<Object> { self { Object("original") }.singleton }
}
