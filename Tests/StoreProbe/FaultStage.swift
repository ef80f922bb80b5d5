/// What a scenario happens to, in a folder of its own, and what that has acknowledged.
protocol FaultStage: AnyObject, SendableMetatype {
  /// Takes the file of that name in the folder, which is there already if `isStored`: a stored one of an earlier version.
  init(folder: String, name: String, isStored: Bool) throws

  /// The scenario of that name.
  static func scenario(_ name: String) -> FaultScenario<Self>?

  /// What is wrong with an error that a fault led to: it must be foreseen, and say what failed, where, and what to do.
  func complaint(about error: any Error) -> String?

  /// What is wrong, now that nothing fails any more; nil where all is well.
  ///
  /// Returns whether the file had to be opened again.
  func verify() async -> (problem: String?, isReopened: Bool)
}

/// Something that is done: `prepare` happens before any fault, and `act` under it.
struct FaultScenario<Stage: FaultStage>: Sendable {
  let prepare: @Sendable (Stage) async throws -> Void
  let act: @Sendable (Stage) async throws -> Void

  init(
    prepare: @escaping @Sendable (Stage) async throws -> Void = { _ in },
    act: @escaping @Sendable (Stage) async throws -> Void
  ) {
    self.prepare = prepare
    self.act = act
  }
}
