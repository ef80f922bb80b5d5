// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Modifiers of how views look and of what they do. Lines of text have no looks.

public import Foundation

private struct SearchableView<Content: View>: View {
  let text: Binding<String>
  let content: Content

  @ViewBuilder var body: some View {
    TextField("Search", text: text)
    content
  }
}

private struct SwipeableView<Content: View, Actions: View>: View {
  let content: Content
  let actions: Actions

  var body: some View {
    HStack {
      content
      actions
    }
  }
}

private struct WorkingView<Content: View>: View, Drawn {
  let content: Content
  let action: @MainActor () async -> Void

  var body: Never { drawnWithoutBody() }

  func draw(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    tree.tasks.append(action)
    tree.draw(content, at: place + "/content", environment)
  }
}

extension View {
  public func searchable(text: Binding<String>, prompt: some StringProtocol) -> some View {
    SearchableView(text: text, content: self)
  }

  public func swipeActions<Actions: View>(@ViewBuilder content: () -> Actions) -> some View {
    SwipeableView(content: self, actions: content())
  }

  public func task(
    @_inheritActorContext _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    WorkingView(content: self, action: action)
  }

  nonisolated public func padding(_ length: Double? = nil) -> some View { self }
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  nonisolated public func onSubmit(_ action: @escaping (() -> Void)) -> some View { self }
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  nonisolated public func interactiveDismissDisabled(_ disabled: Bool = true) -> some View { self }
  nonisolated public func previewDisplayName(_ value: String?) -> some View { self }
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
  nonisolated public func strikethrough(_ isActive: Bool = true) -> some View { self }
  nonisolated public func font(_ font: Font?) -> some View { self }
  nonisolated public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
  nonisolated public func labelStyle(_ style: some LabelStyle) -> some View { self }
  nonisolated public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
}

public struct Font: Sendable {
  public static let caption = Font()
}

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle {}

extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
}

public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

public protocol LabelStyle {}

public struct IconOnlyLabelStyle: LabelStyle {}

extension LabelStyle where Self == IconOnlyLabelStyle {
  public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

public protocol PrimitiveButtonStyle {}

public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

public struct PlainButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
