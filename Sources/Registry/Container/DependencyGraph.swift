/// Which factory resolved which, as a container recorded it.
///
/// ```swift
/// container.manager.recordsGraph = true
/// _ = container.library()
/// print(container.graph().mermaid)
/// ```
public struct DependencyGraph: Sendable {
  /// A factory that was resolved.
  public struct Node: Hashable, Sendable {
    /// The factory's name.
    public let name: String
    /// Where it is declared: `Module/File.swift:line`.
    public let place: String
    /// The type that it makes.
    public let type: String
  }

  /// The dependency of one factory on another.
  public struct Edge: Hashable, Sendable {
    /// The index of the node that depends on the other.
    public let from: Int
    /// The index of the node that it depends on.
    public let to: Int
  }

  /// The factories in the order of their first value: each comes after those that it depends on.
  public let nodes: [Node]
  /// The dependencies, each pair of nodes once, in the order of first use.
  public let edges: [Edge]
}

// MARK: - Texts

extension DependencyGraph {
  /// The graph in Graphviz's DOT language, for `dot -Tsvg`; see https://graphviz.org/doc/info/lang.html.
  public var dot: String {
    var lines = ["digraph dependencies {", "  node [shape=box];"]
    for (index, node) in nodes.enumerated() {
      lines.append(
        "  n\(index) [label=\(Self.quoted("\(node.name)\n\(node.type)")), \(tooltip(node))];"
      )
    }
    for edge in edges { lines.append("  n\(edge.from) -> n\(edge.to);") }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// The graph as a Mermaid flowchart, which Markdown renderers draw; see https://mermaid.js.org/syntax/flowchart.html.
  public var mermaid: String {
    var lines = ["flowchart TD"]
    for (index, node) in nodes.enumerated() {
      lines.append("  n\(index)[\"\(Self.escaped(node.name))<br/>\(Self.escaped(node.type))\"]")
    }
    for edge in edges { lines.append("  n\(edge.from) --> n\(edge.to)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func tooltip(_ node: Node) -> String {
    "tooltip=\(Self.quoted(node.place))"
  }

  /// The text as a string of the DOT language.
  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for character in text {
      switch character {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default: quoted.append(character)
      }
    }
    return "\"\(quoted)\""
  }

  /// The text for a quoted Mermaid label, which uses HTML's entities.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
