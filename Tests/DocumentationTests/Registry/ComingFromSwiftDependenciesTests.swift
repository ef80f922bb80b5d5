import Registry
import RegistryTesting
import Testing

// The blocks of the article "Coming from swift-dependencies".

struct NumberClient: Sendable {
  var fact: @Sendable (Int) async throws -> String
}

enum NumberClientKey: DependencyKey {
  static var liveValue: NumberClient {
    NumberClient { number in "\(number) is a number." }
  }
}

extension DependencyValues {
  var numberClient: NumberClient {
    get { self[NumberClientKey.self] }
    set { self[NumberClientKey.self] = newValue }
  }
}

struct FactModel: Sendable {
  @Dependency(\.numberClient) private var numberClient
  @Dependency(\.continuousClock) private var clock

  func fact(about number: Int) async throws -> String {
    try await clock.sleep(for: .seconds(1))
    return try await numberClient.fact(number)
  }
}

@Suite(.dependencies) struct ComingFromSwiftDependenciesTests {
  @Test(
    .dependencies {
      $0.numberClient.fact = { number in "\(number) is good." }
    }
  )
  func `a fact is told`() async throws {
    #expect(try await FactModel().fact(about: 7) == "7 is good.")
  }

  @Test func `a live value in a test is a failure`() async throws {
    let model = FactModel()
    try await withKnownIssue {
      _ = try await model.fact(about: 7)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("numberClient (NumberClientKey) has no") }
    }
  }

  @Test func `the live context is had by name`() async throws {
    let live = FactoryContext.withContext { DependencyValues.current.numberClient }
    #expect(try await live.fact(7) == "7 is a number.")
  }
}
