// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The few declarations of SwiftUI that the sources for it in Registry and ItemModels use, so that Linux can type-check and
// run them.
//
// The signatures and the isolation follow Apple's SDK of Xcode 26. Built by Scripts/check-swiftui and by nothing else:
// no target of the package may import it by mistake. What views show is drawn as lines of text, by `Tree`.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { drawnWithoutBody() }
}

public struct EmptyView: View, Drawn {
  nonisolated public init() {}

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {}
}

public struct Text: View, Drawn {
  private let content: String

  nonisolated public init(_ content: some StringProtocol) { self.content = String(content) }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.lines.append(content)
  }
}

public struct TextField: View, Drawn {
  private let text: Binding<String>

  public init(_ title: some StringProtocol, text: Binding<String>) { self.text = text }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.fields.append(text)
    tree.lines.append("[\(text.wrappedValue)]")
  }
}

public struct TupleView<each Content: View>: View, Drawn {
  private let content: (repeat each Content)

  init(_ content: repeat each Content) { self.content = (repeat each content) }

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    var index = 0
    for view in repeat each content {
      tree.draw(view, at: "\(place)/\(index)", environment)
      index += 1
    }
  }
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = ViewModifierContent<Self>
}

public struct ViewModifierContent<Modifier: ViewModifier>: View, Drawn {
  let content: any View

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.draw(content, at: place + "/content", environment)
  }
}

public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}

extension ModifiedContent: View, Drawn where Content: View, Modifier: ViewModifier {
  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.install(modifier, at: place + "/modifier", environment)
    let body = modifier.body(content: ViewModifierContent(content: content))
    tree.draw(body, at: place + "/modified", environment)
  }
}

extension Optional: View, Drawn where Wrapped: View {
  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    if let self { tree.draw(self, at: place, environment) }
  }
}

struct TransformedView<Content: View>: View, Drawn {
  nonisolated(unsafe) let content: Content
  nonisolated(unsafe) let transform: (inout EnvironmentValues) -> Void

  nonisolated init(_ content: Content, _ transform: @escaping (inout EnvironmentValues) -> Void) {
    unsafe self.content = content
    unsafe self.transform = transform
  }

  var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    var environment = environment
    unsafe transform(&environment)
    unsafe tree.draw(content, at: place + "/transformed", environment)
  }
}

extension View {
  nonisolated public func modifier<Modifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }

  nonisolated public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some View {
    TransformedView(self) { $0[keyPath: keyPath] = value }
  }

  nonisolated public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    TransformedView(self) { transform(&$0[keyPath: keyPath]) }
  }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  @MainActor public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }
}

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View

  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

public struct PreviewModifierContent: View, Drawn {
  let content: any View

  public var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.draw(content, at: place + "/content", environment)
  }
}

@MainActor @preconcurrency
public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency func body(content: Content, context: Context) -> Body
  typealias Content = PreviewModifierContent
}

public struct Preview {
  public enum ViewTraits {}

  @MainActor let content: any View

  @MainActor
  public init<Content: View>(
    traits: PreviewTrait<ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> Content
  ) {
    content = traits.reduce(body() as any View) { $1.modify($0) }
  }

  /// The lines of the preview, which are drawn in SwiftUI by Xcode.
  @MainActor
  public func draw() -> [String] { Tree().draw(PreviewModifierContent(content: content)) }
}

public struct PreviewTrait<T> {
  @MainActor let modify: @MainActor (any View) -> any View
}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor
  public static func modifier<M: PreviewModifier>(
    _ modifier: M
  ) -> PreviewTrait<Preview.ViewTraits> where M.Context == Void {
    PreviewTrait { modifier.body(content: PreviewModifierContent(content: $0), context: ()) }
  }
}
