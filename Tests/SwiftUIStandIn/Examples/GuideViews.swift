// Views and models in the forms of the guides that Registry's wrappers come from: a factory's model in a `StateObject`, a
// model with an initialiser of its own, models from the environment's keys.

import Combine
import Observation
import Registry
import SwiftUI

// MARK: - FactoryKit's SwiftUI guide

class BoatModel: ObservableObject {
  @Injected(\.counter) private var counter
  @Published var title = "boat of"
  var text: String { "\(title) \(counter.name)" }
}

extension Container {
  var boatModel: Factory<BoatModel> { self { BoatModel() } }
}

struct BoatView: View {
  @StateObject var model = Container.shared.boatModel()

  var body: some View {
    NavigationView {
      List {
        Text(model.text).padding()
        NavigationLink("Next") { InjectedBoatView() }
      }
    }
  }
}

struct InjectedBoatView: View {
  @InjectedObject(\.boatModel) private var model

  var body: some View { Text(model.text) }
}

@MainActor
@Observable
class SailModel {
  @ObservationIgnored @Injected(\.counter) private var counter
  var title = "sail of"
  var text: String { "\(title) \(counter.name)" }
}

extension Container {
  @MainActor
  var sailModel: Factory<SailModel> {
    self { @MainActor in SailModel() }
  }
}

struct SailView: View {
  @InjectedObservable(\.sailModel) var model

  var body: some View {
    Text(model.text)
    TextField("Title", text: $model.title)
  }
}

struct BoatPreviews: PreviewProvider {
  static var previews: some View {
    Group {
      let _ = Container.shared.counter.register { Counter("mock") }
      BoatView(model: BoatModel())
    }
  }
}

// MARK: - SwiftUI-Dependencies' README

/// Its one initialiser has a parameter of its own, so a closure makes it.
final class ShelfModel: ObservableDependencyObject {
  let place: String
  let store: Store

  init(place: String, dependencies: DependencyValues) {
    self.place = place
    store = dependencies.store
  }
}

/// A class that others may inherit from.
class HarbourModel: ObservableDependencyObject {
  let store: Store

  required init(dependencies: DependencyValues) { store = dependencies.store }
}

struct ShelfView: View {
  @DependencyObject private var shelf: ShelfModel
  @DependencyObject private var harbour: HarbourModel

  init(place: String) {
    _shelf = DependencyObject { dependencies in
      ShelfModel(place: place, dependencies: dependencies)
    }
  }

  var body: some View { Text("\(shelf.place) \(shelf.store.name) \(harbour.store.name)") }
}

// MARK: - GRDBQuery's MVVM guide

private struct DatabaseKey: EnvironmentKey {
  static var defaultValue: Store { Store() }
}

extension EnvironmentValues {
  var database: Store {
    get { self[DatabaseKey.self] }
    set { self[DatabaseKey.self] = newValue }
  }
}

@MainActor
protocol PlayerModel: ObservableObject {
  var name: String { get }
}

final class StoredPlayerModel: PlayerModel {
  let name: String

  init(database: Store) {
    Made.count += 1
    name = database.name
  }
}

/// It shows the model only if it is told to; the model is made for its first body all the same.
struct PlayerView<Model: PlayerModel>: View {
  @EnvironmentStateObject private var model: Model
  private let isShown: Bool

  init(isShown: Bool, _ make: @escaping (EnvironmentValues) -> Model) {
    _model = EnvironmentStateObject(make)
    self.isShown = isShown
  }

  var body: some View {
    if isShown { Text(model.name) }
  }
}

struct PlayerScreen: View {
  var isShown = true

  var body: some View {
    HStack {
      PlayerView(isShown: isShown) { StoredPlayerModel(database: $0.database) }
      PlayerView(isShown: isShown) { _ in StoredPlayerModel(database: Store(name: "own")) }
    }
  }
}
