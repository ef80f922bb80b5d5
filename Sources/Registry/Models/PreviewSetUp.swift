#if canImport(SwiftUI)
public import SwiftUI

/// What a set-up for previews returns: a view that shows nothing, since `#Preview` wants views.
public typealias PreviewSetUp = EmptyView
#else
/// What a set-up for previews returns; where SwiftUI is, a view that shows nothing.
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
    transform(self)
    return PreviewSetUp()
  }

  #if canImport(SwiftUI)
  /// Changes several things at once where a view is wanted, as in `#Preview`.
  @_disfavoredOverload
  public func callAsFunction(_ transform: (Self) -> Void) -> PreviewSetUp {
    preview(transform)
  }
  #endif
}

extension Factory {
  /// Registers what a preview shows: `Container.shared.service.preview { Mock() }`.
  @discardableResult
  public func preview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () -> T
  ) -> PreviewSetUp {
    register(function: function, fileID: fileID, factory: factory)
    return PreviewSetUp()
  }
}

extension ParameterFactory {
  /// Registers what a preview shows: `Container.shared.user.preview { id in Mock(id) }`.
  @discardableResult
  public func preview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) -> PreviewSetUp {
    register(function: function, fileID: fileID, factory: factory)
    return PreviewSetUp()
  }
}
