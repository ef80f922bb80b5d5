import FactoryKit
import XCTest

@testable import Forecast

final class WeatherTests: XCTestCase {
  override func setUp() {
    super.setUp()
    Container.shared.reset()
    Scope.singleton.reset()
  }

  func testIsMadeOnce() {
    let mock = MockWeather()
    Container.shared.weather.onTest { mock }
    XCTAssertTrue(Container.shared.weather() as AnyObject === mock)
    XCTAssertTrue(Container.shared.weather() as AnyObject === mock)
  }

  func testIsFixedInTests() {
    XCTAssertEqual(Container.shared.weather().degrees(in: "Oslo"), 20)
  }
}
