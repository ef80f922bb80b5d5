import Observation
import Registry
import RegistryTesting
import Testing

// The blocks of the article "Models and previews". The almanac is that of the article "Context values".

@MainActor @Observable
final class SunriseModel: ObservableDependency {
  var time = ""
  private let almanac: any Almanac

  init(dependencies: DependencyValues) {
    almanac = dependencies.almanac
  }

  func load(_ city: String) {
    time = almanac.sunrise(in: city)
  }
}

@MainActor
final class SunriseScreen {
  @DependencyState var model: SunriseModel
}

@MainActor @Observable
final class TravelModel: ObservableDependency {
  @ObservationIgnored @DependencyState var here: SunriseModel
  @ObservationIgnored @DependencyState(\.almanac, FixedAlmanac(time: "09:00")) var there:
    SunriseModel

  init(dependencies: DependencyValues) {}
}

@Observable
final class Compass {
  var heading = "north"
}

extension Container {
  var compass: Factory<Compass> { self { Compass() } }
}

final class Bridge {
  @InjectedObservable(\.compass) var compass
  @EnvironmentStateObject({ environment in Watch(almanac: environment.almanac) }) var watch
}

final class Watch {
  let almanac: any Almanac

  init(almanac: any Almanac) {
    self.almanac = almanac
  }
}

@Suite(.container) struct ModelsAndPreviewsTests {
  @MainActor @Test func `a model is made from values`() {
    let screen = withDependencies {
      $0.almanac = FixedAlmanac(time: "04:00")
    } operation: {
      SunriseScreen()
    }
    screen.model.load("Oslo")
    #expect(screen.model.time == "04:00")
    let travel = TravelModel(dependencies: .current)
    travel.here.load("Oslo")
    travel.there.load("Oslo")
    #expect([travel.here.time, travel.there.time] == ["05:00", "09:00"])
  }

  @MainActor @Test func `a model is made by hand`() {
    let model = SunriseModel(
      dependencies: .current.dependency(\.almanac, FixedAlmanac(time: "08:00"))
    )
    model.load("Oslo")
    #expect(model.time == "08:00")
  }

  @Test func `a model comes from a factory`() {
    let bridge = Bridge()
    #expect(bridge.compass === bridge.compass)
    #expect(bridge.watch.almanac.sunrise(in: "Oslo") == "05:00")
  }

  @Test func `a preview is set up`() {
    Container.preview {
      $0.compass.register { Compass() }
    }
    #expect(Container.shared.compass().heading == "north")
  }
}
