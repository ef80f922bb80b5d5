// Views with models that are made from context values, as a program that uses Registry writes them.

import Combine
import Observation
import Registry
import SwiftUI

struct Store: Equatable, Sendable {
  var name = "default"
}

enum StoreKey: DependencyKey {
  static var defaultValue: Store { Store() }
}

extension DependencyValues {
  var store: Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
}

extension EnvironmentValues {
  var store: Store { dependencies.store }
}

@MainActor @Observable
final class Library: ObservableDependency {
  var name: String
  @ObservationIgnored @DependencyState var shelf: Shelf

  init(dependencies: DependencyValues) {
    name = dependencies.store.name
  }
}

@Observable
final class Shelf: ObservableDependency {
  var name: String

  init(dependencies: DependencyValues) {
    name = dependencies.store.name
  }
}

@MainActor
final class Loan: ObservableObject, ObservableDependency {
  @Published var name: String

  init(dependencies: DependencyValues) {
    name = dependencies.store.name
  }

  init(store: Store) {
    name = store.name
  }
}

struct LibraryView: View {
  @DependencyState private var library: Library
  @DependencyState(\.store, Store(name: "own")) private var other: Library
  @DependencyState private var named: Library

  init(name: String) {
    _named = DependencyState { dependencies in
      Library(dependencies: dependencies.dependency(\.store, Store(name: name)))
    }
  }

  var body: some View {
    Text(library.shelf.name)
    TextField("Library", text: $library.name)
    TextField("Other", text: $other.name)
    TextField("Named", text: $named.name)
    LoanView(name: other.name)
      .dependency(\.store, Store(name: "part"))
  }
}

struct LoanView: View {
  @DependencyObject private var loan: Loan
  @EnvironmentStateObject({ environment in Loan(store: environment.store) }) private var direct
  @EnvironmentStateObject private var named: Library

  init(name: String) {
    _loan = DependencyObject().dependency(\.store, Store(name: "loan"))
    _named = EnvironmentStateObject { environment in
      Library(dependencies: environment.dependencies.dependency(\.store, Store(name: name)))
    }
  }

  var body: some View {
    Text(loan.name)
    Text(direct.name)
    Text(named.name)
    // The model that a model owns has what was in force for its owner, not what its owner was handed.
    Text(named.shelf.name)
  }
}

struct StoreView: View {
  @Environment(\.dependencies.store) private var store

  var body: some View {
    Text(store.name)
  }
}

struct DependencyPreviews: PreviewProvider {
  static var previews: some View {
    LibraryView(name: "preview")
      .dependency(\.store, Store(name: "preview"))
  }
}
