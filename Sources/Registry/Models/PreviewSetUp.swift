#if canImport(SwiftUI)
public import SwiftUI

/// The result of a set-up for previews: a view that shows nothing, since `#Preview` takes views only.
public typealias PreviewSetUp = EmptyView
#else
/// The result of a set-up for previews; with SwiftUI, a view that shows nothing.
public struct PreviewSetUp: Sendable {
  init() {}
}
#endif

extension SharedContainer {
  /// Sets up several things for a preview: `Container.preview { $0.service.register { Mock() } }`.
  @discardableResult
  public static func preview(_ transform: (Self) -> Void) -> PreviewSetUp {
    shared.preview(transform)
  }

  /// Sets up several things of this container for a preview.
  @discardableResult
  public func preview(_ transform: (Self) -> Void) -> PreviewSetUp {
    with(transform)
    return PreviewSetUp()
  }

  #if canImport(SwiftUI)
  /// Changes several things at once and returns a view, for `#Preview`.
  @_disfavoredOverload
  public func callAsFunction(_ transform: (Self) -> Void) -> PreviewSetUp {
    preview(transform)
  }
  #endif
}

extension Factory {
  /// Registers a factory for a preview: `Container.shared.service.preview { Mock() }`.
  @discardableResult
  public func preview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ factory: @escaping VoidFactoryType<T>
  ) -> PreviewSetUp {
    register(function: function, fileID: fileID, factory: factory)
    return PreviewSetUp()
  }
}

extension ParameterFactory {
  /// Registers a factory for a preview: `Container.shared.user.preview { id in Mock(id) }`.
  @discardableResult
  public func preview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ factory: @escaping ParameterFactoryType<P, T>
  ) -> PreviewSetUp {
    register(function: function, fileID: fileID, factory: factory)
    return PreviewSetUp()
  }
}
