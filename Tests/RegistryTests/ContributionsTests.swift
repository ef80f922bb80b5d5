import Registry
import RegistryTesting
import Testing

private final class Kitchen: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Kitchen()
  let manager = ContainerManager()

  var dishes: Contributions<any Service> { contributions { [Mock(name: "water")] } }
  var cached: Contributions<Object> { contributions().cached }
  var spare: Contributions<Int> { contributions() }

  func autoRegister() {
    dishes.contribute { Mock(name: "soup") }
  }
}

@Suite struct ContributionsTests {
  @Test func `contributions come in the order in which they were made, after the definition's own`()
  {
    let kitchen = Kitchen()
    kitchen.dishes.contribute { Mock(name: "pie") }.contribute { Mock(name: "tea") }
    #expect(kitchen.dishes().map(\.name) == ["water", "soup", "pie", "tea"])
    #expect(kitchen.spare() == [])
  }

  @Test func `a reset of registrations takes them away, and the container's own come back`() {
    let kitchen = Kitchen()
    kitchen.dishes.contribute { Mock(name: "pie") }
    kitchen.reset(options: .registration)
    #expect(kitchen.dishes().map(\.name) == ["water", "soup"])
  }

  @Test func `a cached list is made anew after a contribution`() {
    let kitchen = Kitchen()
    kitchen.cached.contribute { Object("one") }
    let first = kitchen.cached()
    #expect(kitchen.cached()[0] === first[0])
    kitchen.cached.contribute { Object("two") }
    #expect(kitchen.cached().map(\.name) == ["one", "two"])
  }

  @Test func `an element may resolve what it needs, and a list may be overridden`() {
    let kitchen = Kitchen()
    kitchen.spare.contribute { kitchen.dishes().count }
    #expect(kitchen.spare() == [2])
    withDependencies {
      $0.set(\Kitchen.spare, to: [7])
    } operation: {
      #expect(Kitchen.shared.spare() == [7])
    }
  }

  @Test func `contributions from several threads all arrive`() {
    let kitchen = Kitchen()
    _ = onThreads(8) { thread in
      for number in 0..<25 { kitchen.spare.contribute { thread * 100 + number } }
    }
    let numbers = kitchen.spare()
    #expect(Set(numbers).count == 200)
    // Those of one thread are in its order.
    #expect(
      (0..<8).allSatisfy { thread in
        let own = numbers.filter { $0 / 100 == thread }
        return own == own.sorted() && own.count == 25
      }
    )
  }
}
