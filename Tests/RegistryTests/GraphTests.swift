import Foundation
import Registry
import Testing

private final class Family: Sendable {
  let children: [Object]

  init(_ children: [Object]) {
    self.children = children
  }
}

private final class House: SharedContainer {
  @TaskLocal static var shared = House()
  let manager = ContainerManager()

  var child: Factory<Object> { self { Object() }.graph }
  /// Resolves a child on either side of what happens in between.
  var family: ParameterFactory<@Sendable () -> Void, Family> {
    self { between in
      let first = self.child()
      between()
      return Family([first, self.child()])
    }
  }
  var village: Factory<[Family]> { self { [self.family {}, self.family {}] } }
  var visitors: Factory<Task<Object, Never>> {
    self {
      _ = self.child()
      return Task.detached { self.child() }
    }
  }
  var deep: Factory<Object> { self { self.deeper() } }
  var deeper: Factory<Object> { self { self.child() } }
  var whole: Factory<[Object]> { self { [self.child(), self.deep(), self.deeper()] } }
}

@Suite struct GraphTests {
  private let house = House()

  @Test func `resolutions on two threads share nothing, however they interleave`() {
    let halfway = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let families = onThreads(2) { [house] index -> Family in
      if index == 0 {
        return house.family {
          halfway.signal()
          #expect(done.isSignalled())
        }
      }
      halfway.wait()
      defer { done.signal() }
      return house.family {}
    }
    #expect(families[0].children[0] === families[0].children[1])
    #expect(families[1].children[0] === families[1].children[1])
    #expect(families[0].children[0] !== families[1].children[0])
  }

  @Test func `a thread's next resolution begins anew`() {
    let first = house.family {}
    let second = house.family {}
    #expect(first.children[0] !== second.children[0])
  }

  @Test func `the outermost factory spans all below it`() {
    let families = house.village()
    #expect(families[0].children[0] === families[1].children[1])
    let whole = house.whole()
    #expect(Set(whole.map(ObjectIdentifier.init)).count == 1)
  }

  @Test func `many tasks share nothing with each other`() async {
    let families = await withTaskGroup(of: Family.self) { group in
      for _ in 0..<200 { group.addTask { [house] in house.family {} } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(families.allSatisfy { $0.children[0] === $0.children[1] })
    #expect(Set(families.map { ObjectIdentifier($0.children[0]) }).count == 200)
  }

  @Test func `a task that a factory starts has a graph of its own`() async {
    let task = house.visitors()
    let visitor = await task.value
    #expect(visitor !== house.child())
  }

  @Test func `a graph ends with its resolution and holds nothing after`() {
    weak var gone: Object?
    do {
      let family = house.family {}
      gone = family.children[0]
    }
    #expect(gone == nil)
  }
}
