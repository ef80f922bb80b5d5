/// A container's record of which factory resolved which.
struct GraphRecord: Sendable {
  private(set) var types: [(declaration: Declaration, type: String?)] = []
  private(set) var edges: [(from: Declaration, to: Declaration)] = []
  private var indices: [Declaration: Int] = [:]
  private var seen: Set<[Declaration]> = []

  /// Records a resolution and the factory that needed it.
  mutating func record(_ declaration: Declaration, type: String?, for parent: Declaration?) {
    let index = indices[declaration] ?? types.endIndex
    if index == types.endIndex {
      indices[declaration] = index
      types.append((declaration, type))
    } else if let type {
      types[index].type = type
    }
    guard let parent else { return }
    if indices[parent] == nil { record(parent, type: nil, for: nil) }
    if seen.insert([parent, declaration]).inserted { edges.append((parent, declaration)) }
  }

  /// Adds another container's record.
  mutating func add(_ other: GraphRecord) {
    for (declaration, type) in other.types { record(declaration, type: type, for: nil) }
    for (from, to) in other.edges { record(to, type: nil, for: from) }
  }

  /// The record as a public value.
  var graph: DependencyGraph {
    DependencyGraph(
      nodes: types.map { declaration, type in
        DependencyGraph.Node(
          name: "\(declaration.name)",
          place: declaration.source,
          type: type ?? ""
        )
      },
      edges: edges.compactMap { from, to in
        guard let from = indices[from], let to = indices[to] else { return nil }
        return DependencyGraph.Edge(from: from, to: to)
      }
    )
  }
}

extension ManagedContainer {
  /// Which factory resolved which since `manager.recordsGraph` was set.
  ///
  /// A container records its own factories. In a program with several containers, set it in each and pass the others.
  public func graph(with others: any ManagedContainer...) -> DependencyGraph {
    var record = manager.graph.withLock { $0 }
    for other in others { record.add(other.manager.graph.withLock { $0 }) }
    return record.graph
  }
}
