/// The overrides and the contexts of one task, for another.
struct EscapedOperation: TaskBinding {
  private let origin = DependencyOrigin.current
  private let overlay = Step.current?.overlay

  func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Step.$current.binding(Step(origin, overlay), operation)
  }

  nonisolated(nonsending)
    func run<Result, Failure: Error>(
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    try await Step.$current.binding(Step(origin, overlay), operation)
  }
}
