// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stacks, sheets, titles and toolbars. Of a stack the topmost view is drawn; a sheet covers what is behind it.

public struct NavigationPath: Sendable {}

public struct NavigationStack<Data, Root: View>: View, Drawn {
  private let root: Root
  private let last: () -> (type: ObjectIdentifier, value: Any)?

  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
  {
    self.root = root()
    last = { path.wrappedValue.last.map { (ObjectIdentifier(Data.Element.self), $0) } }
  }

  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
    self.root = root()
    last = { nil }
  }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    let rootLines = tree.lines(of: root, at: place, environment)
    guard let last = last(), let destination = tree.destinations[last.type] else {
      tree.lines += rootLines
      return
    }
    tree.forgetControls()
    tree.draw(destination(last.value), at: "\(place)/\(last.value)", environment)
  }
}

public struct NavigationView<Content: View>: View {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { content }
}

/// Its label; what it leads to is not drawn.
public struct NavigationLink<Label: View, Destination: View>: View {
  private let label: Label

  public init(
    @ViewBuilder destination: () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    self.label = label()
  }

  public var body: some View { label }
}

extension NavigationLink where Label == Text {
  public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) {
    self.init(destination: destination) { Text(title) }
  }
}

private struct DestinationView<Content: View, Value, Destination: View>: View, Drawn {
  let content: Content
  let destination: (Value) -> Destination

  var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.destinations[ObjectIdentifier(Value.self)] = {
      if let value = $0 as? Value { destination(value) } else { EmptyView() }
    }
    tree.draw(content, at: place + "/content", environment)
  }
}

private struct SheetView<Content: View, Item: Identifiable, Sheet: View>: View, Drawn {
  let content: Content
  let item: Binding<Item?>
  let sheet: (Item) -> Sheet

  var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    let covered = tree.lines(of: content, at: place + "/content", environment)
    guard let item = item.wrappedValue else {
      tree.lines += covered
      return
    }
    tree.forgetControls()
    tree.draw(sheet(item), at: "\(place)/\(item.id)", environment)
  }
}

private struct TitledView<Content: View>: View {
  let title: String
  let content: Content

  @ViewBuilder var body: some View {
    Text("# \(title)")
    content
  }
}

extension View {
  public func navigationDestination<Value: Hashable, Destination: View>(
    for type: Value.Type,
    @ViewBuilder destination: @escaping (Value) -> Destination
  ) -> some View {
    DestinationView(content: self, destination: destination)
  }

  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    SheetView(content: self, item: item, sheet: content)
  }

  public func navigationTitle(_ title: some StringProtocol) -> some View {
    TitledView(title: String(title), content: self)
  }
}

@MainActor @preconcurrency
public protocol ToolbarContent {
  associatedtype Body: View

  @MainActor @preconcurrency var body: Body { get }
}

public struct ToolbarItemPlacement: Sendable {
  public static let automatic = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
}

public struct ToolbarItem<Content: View>: ToolbarContent {
  public let body: Content

  public init(
    placement: ToolbarItemPlacement = .automatic,
    @ViewBuilder content: () -> Content
  ) {
    body = content()
  }
}

public struct TupleToolbarContent<Body: View>: ToolbarContent {
  public let body: Body
}

@resultBuilder
public enum ToolbarContentBuilder {
  @MainActor public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent {
    TupleToolbarContent(body: TupleView(repeat (each content).body))
  }
}

private struct ToolbarView<Content: View, Items: View>: View {
  let content: Content
  let items: Items

  @ViewBuilder var body: some View {
    content
    HStack { items }
  }
}

extension View {
  public func toolbar(
    @ToolbarContentBuilder content: () -> some ToolbarContent
  ) -> some View {
    ToolbarView(content: self, items: content().body)
  }
}
