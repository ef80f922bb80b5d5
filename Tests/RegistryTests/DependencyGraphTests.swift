import Registry
import Testing

private final class Mill: SharedContainer {
  @TaskLocal static var shared = Mill()
  let manager = ContainerManager()
  var flour: Factory<Object> { self { Object() }.cached }
}

private final class Bakery: SharedContainer {
  @TaskLocal static var shared = Bakery()
  let manager = ContainerManager()
  let mill = Mill()

  var bread: Factory<[Object]> { self { [self.dough(), self.oven()] } }
  var dough: Factory<Object> {
    self {
      _ = self.mill.flour()
      return self.oven()
    }
  }
  var oven: Factory<Object> { self { Object() }.cached }
  var late: AsyncFactory<[Object]> { self { [self.oven()] } }
}

@Suite struct DependencyGraphTests {
  private func names(_ graph: DependencyGraph) -> Set<String> {
    Set(graph.edges.map { "\(graph.nodes[$0.from].name) \(graph.nodes[$0.to].name)" })
  }

  @Test func `a graph tells who resolved whom, cached values included, each pair once`() {
    let bakery = Bakery()
    bakery.manager.recordsGraph = true
    _ = bakery.bread()
    _ = bakery.bread()
    let graph = bakery.graph()
    #expect(names(graph) == ["bread dough", "bread oven", "dough oven"])
    #expect(graph.edges.count == 3)
    #expect(Set(graph.nodes.map(\.name)) == ["bread", "dough", "oven"])
    let bread = graph.nodes.first { $0.name == "bread" }
    #expect(bread?.type == "Array<Object>")
    #expect(bread?.place.hasPrefix("RegistryTests/DependencyGraphTests.swift:") == true)
  }

  @Test func `several containers make one graph`() {
    let bakery = Bakery()
    bakery.manager.recordsGraph = true
    bakery.mill.manager.recordsGraph = true
    _ = bakery.bread()
    let graph = bakery.graph(with: bakery.mill)
    #expect(names(graph) == ["bread dough", "bread oven", "dough oven", "dough flour"])
  }

  @Test func `asynchronous factories are in the graph`() async throws {
    let bakery = Bakery()
    bakery.manager.recordsGraph = true
    _ = try await bakery.late()
    #expect(names(bakery.graph()) == ["late oven"])
  }

  @Test func `nothing is noted unless it is asked for`() {
    let bakery = Bakery()
    _ = bakery.bread()
    #expect(bakery.graph().nodes == [])
  }

  @Test func `Graphviz and Mermaid get their special characters escaped`() {
    let bakery = Bakery()
    bakery.manager.recordsGraph = true
    _ = bakery.oven()
    let graph = bakery.graph()
    let place = graph.nodes[0].place
    #expect(
      graph.dot == """
        digraph dependencies {
          node [shape=box];
          n0 [label="oven\\nObject", tooltip="\(place)"];
        }

        """
    )
    _ = bakery.bread()
    #expect(
      bakery.graph().dot.contains("\n  n1 -> n2;\n") || bakery.graph().dot.contains(" -> n0;\n")
    )
    #expect(bakery.graph().mermaid.contains("[\"bread<br/>Array&lt;Object&gt;\"]"))
    #expect(bakery.graph().mermaid.hasPrefix("flowchart TD\n  n0[\"oven<br/>Object\"]\n"))
  }
}
