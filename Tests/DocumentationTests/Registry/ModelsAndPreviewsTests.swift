import Foundation
import Observation
import Registry
import RegistryTesting
import Testing

// The blocks of the article "Context values, models and previews".

protocol Almanac: Sendable {
  func sunrise(in city: String) -> String
}

enum AlmanacKey: DependencyKey {
  static var defaultValue: any Almanac { PrintedAlmanac() }
  static var previewValue: any Almanac { FixedAlmanac(time: "06:00") }
  static var testingValue: any Almanac { FixedAlmanac(time: "05:00") }
}

extension DependencyValues {
  var almanac: any Almanac {
    get { self[AlmanacKey.self] }
    set { self[AlmanacKey.self] = newValue }
  }
}

struct PrintedAlmanac: Almanac {
  func sunrise(in city: String) -> String { "as printed" }
}

struct FixedAlmanac: Almanac {
  let time: String

  func sunrise(in city: String) -> String { time }
}

struct Rooster: Sendable {
  @Dependency(\.almanac) private var almanac
  @Dependency(\.uuid) private var uuid

  func crow(in city: String) -> String { "\(uuid()): \(almanac.sunrise(in: city))" }
}

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
  @Test(.dependencies { $0.almanac = FixedAlmanac(time: "04:30") })
  func `a rooster crows at sunrise`() {
    #expect(Rooster().crow(in: "Oslo") == "00000000-0000-0000-0000-000000000000: 04:30")
  }

  @Test func `a value is overridden for an operation`() {
    let rooster = withDependencies {
      $0.almanac = FixedAlmanac(time: "04:00")
    } operation: {
      Rooster()
    }
    #expect(rooster.crow(in: "Oslo").hasSuffix("04:00"))
    #expect(Rooster().crow(in: "Oslo").hasSuffix("05:00"))
  }

  @Test func `values are prepared`() {
    prepareDependencies {
      $0.almanac = FixedAlmanac(time: "07:00")
      $0.timeZone = .gmt
    }
    #expect(Rooster().crow(in: "Oslo").hasSuffix("07:00"))
  }

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
    FactoryContext.withContext(.preview) {
      #expect(Rooster().crow(in: "Oslo").hasSuffix("06:00"))
    }
    Container.preview {
      $0.compass.register { Compass() }
    }
  }
}
