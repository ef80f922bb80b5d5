import Foundation
import Registry
import RegistryTesting
import Synchronization
import Testing

extension Container {
  fileprivate var clerk: Factory<Object> { self { Object("live clerk") }.cached }
}

@Suite(.container, .dependencies) struct PrepareDependenciesTests {
  /// Runs the body and gives the messages that it reported.
  private func issues(_ body: () -> Void) -> [DependencyIssue] {
    let log = Log<DependencyIssue>()
    IssueReporter.$current.withValue(IssueReporter { log.append($0) }) { body() }
    return log.all
  }

  @Test func `what was prepared is the value in every context`() {
    let issues = issues {
      prepareDependencies {
        $0.greeting = "prepared"
        $0.payment = Mock()
      }
      #expect(DependencyValues.current.greeting == "prepared")
      #expect(FactoryContext.withContext { DependencyValues.current.greeting } == "prepared")
      #expect(DependencyValues.current.payment.name == "mock")
      withDependencies {
        $0.greeting = "override"
      } operation: {
        #expect(DependencyValues.current.greeting == "override")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `a part of a value can be prepared, which reads the rest of it`() {
    let moment = Date(timeIntervalSince1970: 7)
    let issues = issues {
      prepareDependencies { $0.date.now = moment }
      #expect(DependencyValues.current.date.now == moment)
      prepareDependencies { $0.date.now = .distantPast }
      #expect(DependencyValues.current.date.now == moment)
    }
    #expect(issues.count == 1)
  }

  @Test func `the process's context can be prepared, and a test's cannot`() async throws {
    await #expect(processExitsWith: .success) {
      prepareDependencies { $0.context = .preview }
      guard FactoryContext.current.isPreview, !FactoryContext.current.isTest else { exit(1) }
      prepareDependencies { $0.context = .live }
      guard !FactoryContext.current.isPreview, !FactoryContext.current.isTest else { exit(2) }
      guard DependencyValues.current.context == .live else { exit(3) }
      exit(0)
    }
    let issues = issues { prepareDependencies { $0.context = .live } }
    #expect(FactoryContext.current.isTest)
    let issue = try #require(issues.first)
    #expect(issue.message.hasPrefix("prepareDependencies cannot choose the context of a test."))
  }

  @Test func `a factory that was prepared is registered`() {
    prepareDependencies { $0.clerk = Object("prepared") }
    #expect(Container.shared.clerk().name == "prepared")
    #expect(DependencyValues.current.clerk.name == "prepared")
  }

  @Test func `a value that was prepared stays as it is, and a second one is reported`() throws {
    let issues = issues {
      prepareDependencies { $0.greeting = "first" }
      prepareDependencies { $0.greeting = "second" }
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.message.hasPrefix("GreetingKey was prepared or read before"))
    #expect(issue.message.contains("RegistryTests/PrepareDependenciesTests.swift:\(issue.line)"))
    #expect(DependencyValues.current.greeting == "first")
  }

  @Test func `a value that was read stays, which is reported, and the others are set`() throws {
    let issues = issues {
      _ = DependencyValues.current.greeting
      prepareDependencies {
        $0.greeting = "late"
        $0.farewell = "prepared"
      }
    }
    #expect(try #require(issues.first).message.hasPrefix("GreetingKey was prepared or read"))
    #expect(issues.count == 1)
    #expect(DependencyValues.current.greeting == "test")
    #expect(DependencyValues.current.farewell == "prepared")
  }

  @Test func `values are prepared in parts, and each part returns what it likes`() {
    let issues = issues {
      let count = prepareDependencies { values -> Int in
        values.greeting = "first part"
        return 7
      }
      #expect(count == 7)
      _ = DependencyValues.current.greeting
      prepareDependencies { $0.farewell = "second part" }
      #expect(throws: CancellationError.self) {
        try prepareDependencies { values in
          values.calm = "dropped"
          throw CancellationError()
        }
      }
    }
    #expect(issues.isEmpty)
    #expect(DependencyValues.current.greeting == "first part")
    #expect(DependencyValues.current.farewell == "second part")
    #expect(DependencyValues.current.calm == "test")
  }

  @Test func `in a live program a late call is told on standard error`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      prepareDependencies { $0.greeting = "first" }
      prepareDependencies { $0.greeting = "second" }
      exit(DependencyValues.current.greeting == "first" ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Registry: GreetingKey was prepared or read before"))
  }
}
