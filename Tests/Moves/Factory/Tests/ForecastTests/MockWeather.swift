@testable import Forecast

final class MockWeather: WeatherService {
  var cities: [String] = []

  func degrees(in city: String) -> Int {
    cities.append(city)
    return -5
  }
}
