import Registry
import RegistryTesting
import Testing

private final class Tree: SharedContainer {
  @TaskLocal static var shared = Tree()
  let manager = ContainerManager()
  let made = Counter()

  @Sendable func make() -> Object {
    Object("\(made.increment())")
  }

  var leaf: Factory<Object> { self { self.make() }.graph }
  var slowLeaf: AsyncFactory<Object> {
    self {
      for _ in 0..<10 { await Task.yield() }
      return self.make()
    }.graph
  }
  var numbered: ParameterFactory<Int, Object> {
    self { _ in self.make() }.scopeOnParameters.graph
  }
  var branch: Factory<[Object]> { self { [self.leaf(), self.leaf()] } }
  var limb: AsyncFactory<[Object]> {
    self { self.branch() + [try await self.slowLeaf(), self.leaf()] }
  }
  var kept: AsyncFactory<[Object]> { self { try await self.limb() }.cached }
  var trunk: AsyncFactory<[[Object]]> {
    self {
      async let one = self.limb()
      async let two = self.limb()
      return try await [one, two, self.limb()]
    }
  }
  var bush: AsyncFactory<[Object]> {
    self {
      try await withThrowingTaskGroup { group in
        for index in 0..<40 {
          group.addTask { index % 2 == 0 ? self.leaf() : try await self.slowLeaf() }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
  }
  var strangers: AsyncFactory<[Object]> {
    self { (0..<20).map { _ in Tree().stranger() } }
  }
  var syncStrangers: Factory<[Object]> {
    self { (0..<20).map { _ in Tree().stranger() } }
  }
  var stranger: Factory<Object> { self { Object() }.graph }
}

@Suite struct AsyncGraphTests {
  private func identities(_ objects: [Object]) -> Set<ObjectIdentifier> {
    Set(objects.map(ObjectIdentifier.init))
  }

  @Test func `an asynchronous resolution has each graph value once, whoever asks`() async throws {
    let tree = Tree()
    let objects = try await tree.limb()
    #expect(objects[0] === objects[1])
    #expect(objects[0] === objects[3])
    #expect(objects[0] !== objects[2])
    #expect(tree.made.count == 2)
  }

  @Test func `two resolutions share nothing`() async throws {
    let tree = Tree()
    let first = try await tree.limb()
    let second = try await tree.limb()
    #expect(identities(first).isDisjoint(with: identities(second)))
    #expect(try await tree.slowLeaf() !== tree.slowLeaf())
    #expect(tree.leaf() !== tree.leaf())
  }

  @Test func `tasks that resolve at the same time share nothing`() async throws {
    let tree = Tree()
    async let first = tree.limb()
    async let second = tree.limb()
    #expect(try await identities(first).isDisjoint(with: identities(second)))
    #expect(tree.made.count == 4)
  }

  @Test func `children of one resolution share its graph`() async throws {
    for _ in 0..<20 {
      let tree = Tree()
      let limbs = try await tree.trunk()
      #expect(identities(limbs.flatMap(\.self)).count == 2)
      #expect(tree.made.count == 2)
      let bush = try await tree.bush()
      #expect(identities(bush).count == 2)
      #expect(tree.made.count == 4)
    }
  }

  @Test func `each parameter and each container has a graph value of its own`() async throws {
    let tree = Tree()
    let other = Tree()
    let factory = AsyncFactory<[Object]>(tree) {
      [
        tree.numbered(1), tree.numbered(2), tree.numbered(1), tree.leaf(), other.leaf(),
        try await other.slowLeaf(), try await tree.slowLeaf(),
      ]
    }
    let objects = try await factory()
    #expect(objects[0] === objects[2])
    #expect(identities(objects).count == 6)
  }

  @Test func `containers that come and go within one resolution are never taken for each other`()
    async throws
  {
    // A new container often has the address of the one that went before.
    #expect(identities(try await Tree().strangers()).count == 20)
    #expect(identities(Tree().syncStrangers()).count == 20)
  }

  @Test func `a task that outlives its factory has no part in a later graph`() async throws {
    let tree = Tree()
    let (stream, go) = AsyncStream.makeStream(of: Void.self)
    let starter = AsyncFactory<(Object, Task<[Object], Never>)>(tree) {
      let task = Task {
        for await _ in stream { break }
        return [tree.leaf(), tree.leaf()] + tree.branch()
      }
      return (tree.leaf(), task)
    }
    let (leaf, task) = try await starter()
    go.yield()
    let objects = await task.value
    #expect(objects[0] !== objects[1])
    #expect(objects[2] === objects[3])
    #expect(identities(objects + [leaf]).count == 4)
  }

  @Test func `an override of the moment has graph values of its own`() async throws {
    let tree = Tree()
    tree.leaf.onArg("other") { Object("other") }
    let factory = AsyncFactory<[String]>(tree) {
      let before = tree.leaf().name
      let within = FactoryContext.withContext(.arg("other")) { tree.leaf().name }
      return [before, within, tree.leaf().name]
    }
    #expect(try await factory() == ["1", "other", "1"])
  }

  @Test func `overrides that come and go within one resolution are never taken for each other`()
    async throws
  {
    let tree = Tree()
    tree.leaf.register { Object(DependencyValues.current.greeting) }
    @Sendable func greetings() -> [String] {
      (0..<20).map { number in
        withDependencies {
          $0.greeting = "\(number)"
        } operation: {
          tree.leaf().name
        }
      }
    }
    let expected = (0..<20).map { "\($0)" }
    #expect(Factory(tree) { greetings() }() == expected)
    #expect(try await AsyncFactory(tree) { greetings() }() == expected)
  }
}
