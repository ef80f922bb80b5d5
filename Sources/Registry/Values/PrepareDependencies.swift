/// Sets the process's values, as it starts: `prepareDependencies { $0.api = LiveApi(token) }`.
///
/// They hold in each context unless something overrides them; a factory among them is registered with its container. In a
/// test that has a trait of RegistryTesting they are the test's own. Parts of a program may each prepare their own values.
/// One that was prepared or read before stays as it is, and is reported. `$0.context` chooses the process's context; a
/// test's is chosen by its trait or by `withDependencies`, so there it is reported, too, also in a plain case of XCTest.
///
/// - Returns: What the closure returns.
/// - Throws: What the closure throws; then nothing is set.
@discardableResult
public func prepareDependencies<Result, Failure: Error>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ update: (inout DependencyValues) throws(Failure) -> Result
) throws(Failure) -> Result {
  let defaults = DependencyOrigin.current.defaults
  let table = defaults ?? .process
  var values = DependencyValues(DependencyOrigin(defaults: defaults), reader: .update)
  let known = table.count
  let result = try update(&values)
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  switch values.overrides.context {
  case nil: break
  case let context? where defaults == nil && IssueReporter.ofTest == nil:
    FactoryContext.choose(context)
  case _?:
    DependencyIssue(
      """
      prepareDependencies cannot choose the context of a test.
        called at \(place)
        Choose it with the test's trait or with withDependencies.
      """,
      at: place
    ).report(to: table.reporter)
  }
  for key in table.prepare(values.overrides, afterEntries: known) {
    DependencyIssue(
      """
      \(key) was prepared or read before, so prepareDependencies left it as it is.
        called at \(place)
        Prepare it once, before anything reads it.
      """,
      at: place
    ).report(to: table.reporter)
  }
  return result
}
