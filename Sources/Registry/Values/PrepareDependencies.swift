/// Sets the process's values, once, at its start: `prepareDependencies { $0.api = LiveApi(token) }`.
///
/// They hold wherever nothing overrides them, in each context; a factory among them is registered with its container.
/// Within a test that has a trait of RegistryTesting they are the test's own. A second call, and one after a default was
/// read, changes nothing and is reported.
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
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
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
  /// Claims the one preparation, or says why it cannot be.
  fileprivate func beginPreparation() -> String? {
    progress.withLock { progress in
      if progress.isPrepared { return "was called before" }
      if progress.hasEvaluated { return "came after a dependency was read" }
      progress.isPrepared = true
      return nil
    }
  }

  /// Makes what was set the value in each context.
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
