import Foundation
import Registry
import RegistryTesting
import Testing

private struct Till: Sendable {
  @Dependency(\.payment) var payment
  @Dependency(PaymentKey.self) var keyed
}

private struct Counterparts: Equatable, Sendable {
  var name = "live"
  var count = 1
}

private enum CounterpartsKey: DependencyKey {
  static var liveValue: Counterparts { Counterparts() }
}

extension DependencyValues {
  fileprivate var counterparts: Counterparts {
    get { self[CounterpartsKey.self] }
    set { self[CounterpartsKey.self] = newValue }
  }
}

@Suite(.dependencies) struct DependencyIssueTests {
  /// The issue that the body reports.
  private func issue(_ body: () -> Void) throws -> DependencyIssue {
    let log = Log<DependencyIssue>()
    IssueReporter.$current.withValue(IssueReporter { log.append($0) }) { body() }
    #expect(log.all.count == 1)
    return try #require(log.all.first)
  }

  @Test func `a live value in a test is reported by name, with both places`() throws {
    let issue = try issue { #expect(Till().payment.name == "live") }
    #expect(issue.message.hasPrefix("payment (PaymentKey) has no value for tests"))
    #expect(issue.message.contains("declared at RegistryTests/ValueFixtures.swift:"))
    #expect(issue.message.contains("injected at RegistryTests/DependencyIssueTests.swift:7\n"))
    #expect(issue.fileID == "RegistryTests/DependencyIssueTests.swift")
    #expect(issue.line == 7)
  }

  @Test func `one that is injected by its key is named by the key`() throws {
    let issue = try issue { _ = Till().keyed }
    #expect(issue.message.hasPrefix("PaymentKey has no value for tests"))
    #expect(!issue.message.contains("injected at"))
    #expect(issue.line == 8)
  }

  @Test func `each read is reported`() throws {
    _ = try issue { _ = Till().payment }
    _ = try issue { _ = Till().payment }
  }

  @Test func `a value for tests is not`() {
    withDependencies {
      $0.payment = Mock()
    } operation: {
      #expect(Till().payment.name == "mock")
    }
    #expect(DependencyValues.current.calm == "test")
  }

  @Test(.dependencies { $0.counterparts.name = "trait" })
  func `one that is changed in part is not`() throws {
    #expect(DependencyValues.current.counterparts == Counterparts(name: "trait"))
    withDependencies {
      $0.counterparts.count += 1
    } operation: {
      #expect(DependencyValues.current.counterparts == Counterparts(name: "trait", count: 2))
    }
  }

  @Test func `one that was changed in part elsewhere is`() throws {
    withDependencies {
      $0.counterparts.name = "mock"
    } operation: {
      #expect(DependencyValues.current.counterparts.name == "mock")
    }
    _ = try issue { _ = DependencyValues.current.counterparts }
  }

  @Test func `live programs and previews are not`() {
    #expect(FactoryContext.withContext { Till().payment.name } == "live")
    #expect(FactoryContext.withContext(.preview) { Till().payment.name } == "live")
  }

  @Test(.dependencies { $0.payment = Mock(name: "trait") })
  func `a trait's value is not`() {
    #expect(Till().payment.name == "trait")
  }

  @Test func `the test fails at the place of injection`() {
    withKnownIssue {
      _ = Till().payment
    } matching: { issue in
      issue.sourceLocation?.line == 7
        && issue.sourceLocation?.fileID == "RegistryTests/DependencyIssueTests.swift"
        && issue.comments.contains { $0.rawValue.hasPrefix("payment (PaymentKey)") }
    }
  }

  @Test func `a thread reports to the test that it was started by`() async throws {
    let till = Till()
    let log = Log<DependencyIssue>()
    let name = IssueReporter.$current.withValue(IssueReporter { log.append($0) }) {
      withEscapedDependencies { continuation in
        onThread { continuation.yield { till.payment.name } }
      }
    }
    #expect(name == "live")
    #expect(log.all.map(\.line) == [7])
  }

  @Test(.fails, .dependencies)
  func `a thread that belongs to no test fails the one that made its owner`() {
    let till = Till()
    #expect(onThread { till.payment.name } == "live")
  }

  @Test func `a test without a trait ends with the remedy`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task.detached { _ = Till().payment }.value
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("payment (PaymentKey) has no value for tests"))
    #expect(text.contains("add the trait .container or .dependencies"))
  }
}

/// Expects that a test fails, whoever records that.
private struct FailingTrait: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await withKnownIssue { try await function() }
  }
}

extension Trait where Self == FailingTrait {
  fileprivate static var fails: FailingTrait { FailingTrait() }
}

@Suite(.container) struct ContainerTraitIssueTests {
  @Test func `the trait of a container records issues too`() {
    withKnownIssue { _ = Till().payment }
  }
}
