/// Checks conditions: `@Dependency(\.assert) var assert`, then `assert(count > 0, "no items")`.
public struct Assertion: Sendable {
  /// What a check is told; the file is also given as Swift's `assert` takes it.
  typealias Check =
    @Sendable (_ holds: Bool, _ message: String, _ place: SourceLocation, _ file: StaticString)
    -> Void

  let check: Check

  /// Checks a condition.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    check(condition(), message(), place, fileID)
  }
}

enum AssertionKey: DependencyKey {
  static var defaultValue: Assertion {
    Assertion { holds, message, place, file in
      assert(holds, message, file: file, line: UInt(place.line))
    }
  }
  static var testingValue: Assertion {
    Assertion { holds, message, place, _ in
      if !holds {
        DependencyIssue("an assertion failed: \(message)", at: place).report(to: nil)
      }
    }
  }
}

extension DependencyValues {
  /// Checks conditions: in a debug build like Swift's `assert`; in a test, a false condition fails the test.
  public var assert: Assertion {
    get { self[AssertionKey.self] }
    set { self[AssertionKey.self] = newValue }
  }
}
