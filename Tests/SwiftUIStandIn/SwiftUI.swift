// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The few declarations of SwiftUI that Registry's SwiftUI sources use, so that Linux can type-check them.
//
// The signatures and the isolation follow Apple's SDK of Xcode 26. Built by Scripts/check-swiftui and by nothing else:
// no target of the package may import it by mistake. Nothing here draws.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { neverDrawn() }
}

public struct EmptyView: View {
  nonisolated public init() {}

  public var body: Never { neverDrawn() }
}

public struct Text: View {
  nonisolated public init(_ content: some StringProtocol) {}

  public var body: Never { neverDrawn() }
}

public struct TextField: View {
  public init(_ title: some StringProtocol, text: Binding<String>) {}

  public var body: Never { neverDrawn() }
}

public struct TupleView<Content>: View {
  nonisolated init(_ content: Content) {}

  public var body: Never { neverDrawn() }
}

public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public var body: Never { neverDrawn() }
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = ViewModifierContent<Self>
}

public struct ViewModifierContent<Modifier: ViewModifier>: View {
  public var body: Never { neverDrawn() }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
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
    EmptyView()
  }

  nonisolated public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    EmptyView()
  }
}

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View

  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

func neverDrawn() -> Never { fatalError("the stand-in draws nothing") }
