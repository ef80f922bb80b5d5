import FactoryKit

extension Container {
  var weather: Factory<WeatherService> {
    self { StationWeather() }
      .onArg("--offline") { FixedWeather() }
      .onTest { FixedWeather() }
      .singleton
      .once()
  }

  var history: Factory<History> {
    self { History() }.cached
  }

  var style: ParameterFactory<TemperatureUnit, TemperatureStyle> {
    self { unit in TemperatureStyle(unit: unit) }.scopeOnParameters.cached
  }

  @MainActor var model: Factory<ForecastModel> {
    self { ForecastModel() }.shared
  }
}
