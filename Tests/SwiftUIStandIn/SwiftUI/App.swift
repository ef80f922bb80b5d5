// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Programs, which can be compiled here and show nothing.

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene

  @SceneBuilder @MainActor @preconcurrency var body: Body { get }

  @MainActor @preconcurrency init()
}

extension App {
  @MainActor @preconcurrency public static func main() { _ = Self() }
}

@MainActor @preconcurrency
public protocol Scene {}

@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
