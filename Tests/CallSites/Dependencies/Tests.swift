// Tests written for swift-dependencies. DependenciesTestSupport's import is RegistryTesting.

import Foundation
import Registry
import RegistryTesting
import Testing
import XCTest

final class FeatureXCTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.uuid = .incrementing
      $0.continuousClock = ImmediateClock()
    } operation: {
      super.invokeTest()
    }
  }

  func testFeature() async throws {
    let model = withDependencies {
      $0.apiClient.fetchUser = { _ in "mock" }
    } operation: {
      FeatureModel()
    }
    try await model.load()
    XCTAssertEqual(localDependency(), UUID(0))
  }
}

@Suite(.dependencies)
struct FeatureTests {
  @Test(.dependencies { $0.uuid = .incrementing })
  func feature() async throws { try await FeatureModel().load() }

  @Test(.dependency(\.uuid, .incrementing))
  func oneDependency() { #expect(localDependency() == UUID(0)) }

  @Test(.dependency(\.continuousClock, ImmediateClock()), .dependency(\.date.now, Date()))
  func twoDependencies() {}

  @Test(.dependency(APIClient(fetchUser: { _ in "mock" })))
  func itsOwnKey() async throws {
    #expect(try await FeatureModel().apiClient.fetchUser(7) == "mock")
  }
}

@Suite(.dependency(\.timeZone, .gmt), .dependencies { $0.date.now = Date() })
struct FeatureSuite {}

@Suite(.dependencies { $0.continuousClock = ImmediateClock() })
struct CastTests {
  @Dependency(\.continuousClock, as: ImmediateClock.self) var clock
  @Dependency(Settings.self, as: Settings.self) var settings

  @Test func cast() async throws {
    try await clock.sleep(for: .seconds(1))
    #expect(settings.name == "settings")
  }

  @Test(.dependency(\.reading, Reading(7)))
  func notSendable() { #expect(DependencyValues.current.thermometer.degrees == 7) }

  @Test(arguments: [1, 2, 3])
  func parameterized(_ number: Int) {
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      #expect(localDependency() == UUID(0))
    }
  }
}
