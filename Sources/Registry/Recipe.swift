/// How a factory makes its value; the cases keep each closure in the form its author wrote it, without a wrapper.
@usableFromInline
enum Recipe<P, T>: Sendable {
  case plain(@Sendable () -> T)
  case parameter(@Sendable (P) -> T)

  @inlinable
  func make(_ parameter: P) -> T {
    switch self {
    case .plain(let make): make()
    case .parameter(let make): make(parameter)
    }
  }
}
