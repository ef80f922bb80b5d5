protocol WeatherService {
  func degrees(in city: String) -> Int
}

final class StationWeather: WeatherService {
  func degrees(in city: String) -> Int { 3 * city.count }
}

final class FixedWeather: WeatherService {
  func degrees(in city: String) -> Int { 20 }
}

/// The cities that were asked for.
final class History {
  private(set) var cities: [String] = []

  func add(_ city: String) { cities.append(city) }
}

enum TemperatureUnit: Hashable, Sendable {
  case celsius, fahrenheit
}

struct TemperatureStyle: Sendable {
  let unit: TemperatureUnit

  func text(_ degrees: Int) -> String {
    switch unit {
    case .celsius: "\(degrees) °C"
    case .fahrenheit: "\(degrees * 9 / 5 + 32) °F"
    }
  }
}
