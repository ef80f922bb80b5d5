/// Sets the process's values once, at its start: `prepareDependencies { $0.api = LiveApi(token) }`.
///
/// They hold in each context unless something overrides them; a factory among them is registered with its container. In a
/// test that has a trait of RegistryTesting they are the test's own. A second call, or a call after a default was read,
/// changes nothing and is reported.
public func prepareDependencies(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ update: (inout DependencyValues) -> Void
) {
  let defaults = DependencyScope.isUsed ? DependencyScope.localDefaults : nil
  let table = defaults ?? .process
  if let mistake = table.beginPreparation() {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    DependencyIssue(
      """
      prepareDependencies \(mistake), so it changed nothing.
        called at \(place)
        Call it once, before anything reads a dependency.
      """,
      at: place
    ).report(to: table.reporter)
    return
  }
  var values = DependencyValues()
  values.defaults = defaults
  values.reader = .update
  update(&values)
  table.prepare(values)
}

extension DependencyTable {
  /// Claims the one preparation, or returns why it is too late.
  fileprivate func beginPreparation() -> String? {
    progress.withLock { progress in
      if progress.isPrepared { return "was called before" }
      if progress.hasEvaluated { return "came after a dependency was read" }
      progress.isPrepared = true
      return nil
    }
  }

  /// Makes these values the defaults in each context.
  fileprivate func prepare(_ values: DependencyValues) {
    for factory in values.all.factories.values { factory.register() }
    progress.withLock { _ in
      for (id, box) in values.all.values {
        for context in [DependencyContext.live, .preview, .test] {
          insert(Place(id: id, context: context), box)
        }
      }
    }
  }
}
