// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Views that hold others. A row is one line; what a section holds is indented below its header.

public struct AnyView: View, Drawn {
  private let content: any View

  public init<Content: View>(_ view: Content) { content = view }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.draw(content, at: place, environment)
  }
}

public enum ConditionalView<First: View, Second: View>: View, Drawn {
  case first(First)
  case second(Second)

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    switch self {
    case .first(let view): tree.draw(view, at: place + "/first", environment)
    case .second(let view): tree.draw(view, at: place + "/second", environment)
    }
  }
}

extension ViewBuilder {
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalView<First, Second> { .first(first) }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalView<First, Second> { .second(second) }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, Drawn {
  private let data: Data
  private let id: KeyPath<Data.Element, ID>
  private let content: (Data.Element) -> Content

  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }

  public init(
    _ data: Data,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data, id: \.id, content: content)
  }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    for element in data {
      tree.draw(content(element), at: "\(place)/\(element[keyPath: id])", environment)
    }
  }
}

public struct List<Content: View>: View {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { content }
}

public struct Group<Content: View>: View {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { content }
}

public struct Form<Content: View>: View {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { content }
}

public enum HorizontalAlignment: Sendable {
  case leading
  case center
  case trailing
}

public struct VStack<Content: View>: View {
  private let content: Content

  public init(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some View { content }
}

public struct HStack<Content: View>: View, Drawn {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    let row = tree.lines(of: content, at: place, environment)
    tree.lines.append(row.joined(separator: " "))
  }
}

public struct Section<Content: View>: View, Drawn {
  private let header: String?
  private let content: Content

  public init(@ViewBuilder content: () -> Content) {
    header = nil
    self.content = content()
  }

  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    header = String(title)
    self.content = content()
  }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    if let header { tree.lines.append("\(header):") }
    tree.lines += tree.lines(of: content, at: place, environment).map { "  " + $0 }
  }
}
