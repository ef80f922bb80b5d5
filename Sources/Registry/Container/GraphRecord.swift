/// What a container has noted of who resolved whom.
struct GraphRecord: Sendable {
  private(set) var types: [(declaration: Declaration, type: String?)] = []
  private(set) var edges: [(from: Declaration, to: Declaration)] = []
  private var indices: [Declaration: Int] = [:]
  private var seen: Set<[Declaration]> = []

  /// Notes a resolution, and which factory wanted it.
  mutating func note(_ declaration: Declaration, type: String?, for parent: Declaration?) {
    let index = indices[declaration] ?? types.endIndex
    if index == types.endIndex {
      indices[declaration] = index
      types.append((declaration, type))
    } else if let type {
      types[index].type = type
    }
    guard let parent else { return }
    if indices[parent] == nil { note(parent, type: nil, for: nil) }
    if seen.insert([parent, declaration]).inserted { edges.append((parent, declaration)) }
  }

  /// Adds what another container has noted.
  mutating func add(_ other: GraphRecord) {
    for (declaration, type) in other.types { note(declaration, type: type, for: nil) }
    for (from, to) in other.edges { note(to, type: nil, for: from) }
  }

  /// The same for readers.
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
  /// What was resolved from what since `manager.recordsGraph` was set.
  ///
  /// A container notes who wanted its own factories. For the whole of a program that has several, set it in each and ask
  /// one with the others.
  public func graph(with others: any ManagedContainer...) -> DependencyGraph {
    var record = manager.graph.withLock { $0 }
    for other in others { record.add(other.manager.graph.withLock { $0 }) }
    return record.graph
  }
}
