/// The container that comes with the library; most programs need no other.
///
/// ```swift
/// extension Container {
///   var service: Factory<any Service> { self { LiveService() } }
/// }
/// let service = Container.shared.service()
/// ```
public final class Container: SharedContainer {
  /// The running task's container: the process's, unless a test has its own.
  @TaskLocal public static var shared = Container()

  /// Keeps overrides and cached values.
  public let manager = ContainerManager()

  /// Makes a container without overrides or cached values.
  public init() {}
}
