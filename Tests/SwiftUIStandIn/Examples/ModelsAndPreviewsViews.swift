// The blocks of the article "Models and previews" that need SwiftUI.

import Observation
import Registry
import SwiftUI

struct Almanac: Equatable, Sendable {
  var time = "as printed"
}

enum AlmanacKey: DependencyKey {
  static var defaultValue: Almanac { Almanac() }
}

extension DependencyValues {
  var almanac: Almanac {
    get { self[AlmanacKey.self] }
    set { self[AlmanacKey.self] = newValue }
  }
}

@MainActor @Observable
final class SunriseModel: ObservableDependency {
  var time: String

  init(dependencies: DependencyValues) {
    time = dependencies.almanac.time
  }
}

struct SunriseView: View {
  @DependencyState private var model: SunriseModel

  var body: some View {
    Text(model.time)
    TextField("Time", text: $model.time)
  }
}

struct TravelView: View {
  var body: some View {
    SunriseView()
    SunriseView()
      .dependency(\.almanac, Almanac(time: "09:00"))
  }
}

struct DetailView: View {
  @EnvironmentStateObject private var model: SunriseModel

  init() {
    _model = EnvironmentStateObject { environment in
      SunriseModel(dependencies: environment.dependencies)
    }
  }

  var body: some View {
    Text(model.time)
  }
}

struct TravelPreviews: PreviewProvider {
  static var previews: some View {
    Container.preview { $0.counter.register { Counter("preview") } }
    TravelView()
      .dependency(\.almanac, Almanac(time: "06:00"))
  }
}
