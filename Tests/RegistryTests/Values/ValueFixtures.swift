// Context values that the suites of this folder read.

import Foundation
import Registry

enum GreetingKey: DependencyKey {
  static let defaultValue = "live"
  static let previewValue = "preview"
  static let testingValue = "test"
}

enum FarewellKey: DependencyKey {
  static let defaultValue = "bye"
}

enum FetchKey: DependencyKey {
  static let defaultValue: @Sendable (Int) -> String = { "fetched \($0)" }
}

/// A live value that tests must not reach.
enum PaymentKey: DependencyKey {
  static let liveValue: any Service = Live()
}

enum CalmKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }

  var farewell: String {
    get { self[FarewellKey.self] }
    set { self[FarewellKey.self] = newValue }
  }

  var fetch: @Sendable (Int) -> String {
    get { self[FetchKey.self] }
    set { self[FetchKey.self] = newValue }
  }

  var payment: any Service {
    get { self[PaymentKey.self] }
    set { self[PaymentKey.self] = newValue }
  }

  var calm: String {
    get { self[CalmKey.self] }
    set { self[CalmKey.self] = newValue }
  }
}

/// Owns context values, and reads them when it is asked.
struct Greeter: Sendable {
  @Dependency(\.greeting) var greeting
  @Dependency(FarewellKey.self) var farewell
  @Dependency(\.fetch) var fetch
}

/// Runs the body where no task-local value reaches.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  onThreads(1) { _ in body() }[0]
}
