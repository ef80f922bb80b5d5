// Compiled as one module with the source of `urlSession`, which Registry itself compiles on Apple's platforms only.

import Foundation
public import FoundationNetworking
import Registry
import Synchronization

/// What reads `urlSession`, for the checks.
public enum URLSessionChecks {
  /// The session of a live program.
  public static var live: URLSession { DependencyValues.current.urlSession }

  /// The session that an operation sets, as the operation finds it.
  public static func overridden(by session: URLSession) -> URLSession {
    withDependencies {
      $0.urlSession = session
    } operation: {
      @Dependency(\.urlSession) var own
      return own
    }
  }

  /// What a test is told that reads the live session.
  public static func messageInTest() -> String {
    let message = Mutex("no message")
    let reporter = IssueReporter { issue in message.withLock { $0 = issue.message } }
    IssueReporter.$current.withValue(reporter) {
      FactoryContext.withContext(.test) { _ = DependencyValues.current.urlSession }
    }
    return message.withLock { $0 }
  }
}
