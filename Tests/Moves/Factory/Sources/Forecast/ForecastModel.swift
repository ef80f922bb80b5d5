import FactoryKit
import Observation

@MainActor @Observable
final class ForecastModel {
  @ObservationIgnored @Injected(\.weather) private var weather
  @ObservationIgnored @LazyInjected(\.history) private var history

  private(set) var lines: [String] = []

  func look(at city: String, in unit: TemperatureUnit = .celsius) {
    history.add(city)
    let style = Container.shared.style(unit)
    lines.append("\(city): \(style.text(weather.degrees(in: city)))")
  }
}
