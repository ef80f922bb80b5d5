import FactoryKit
import FactoryTesting
import Testing

@testable import Forecast

@MainActor
@Suite(.container)
struct ForecastModelTests {
  @Test func showsTheFixedWeather() {
    let model = ForecastModel()
    model.look(at: "Oslo", in: .fahrenheit)
    #expect(model.lines == ["Oslo: 68 °F"])
  }

  @Test func asksTheService() {
    let mock = MockWeather()
    Container.shared.weather.onTest { mock }
    let model = ForecastModel()
    model.look(at: "Oslo")
    #expect(model.lines == ["Oslo: -5 °C"])
    #expect(mock.cities == ["Oslo"])
  }

  @Test(
    .container {
      $0.history.register {
        let history = History()
        history.add("Rome")
        return history
      }
    }
  )
  func addsToTheHistory() {
    ForecastModel().look(at: "Oslo")
    #expect(Container.shared.history().cities == ["Rome", "Oslo"])
  }
}
