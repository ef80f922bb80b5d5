// A view that reads context values itself, and owns models that know nothing of them.

import Combine
import Registry
import SwiftUI

struct OwnPropertiesView: View {
  @Dependency(\.store) private var store
  @Dependency(StoreKey.self) private var keyed
  @DependencyState private var plain: Plain
  @DependencyObject private var object: PlainObject
  @DependencyObject private var made: MadeObject

  init(name: String) {
    _plain = DependencyState { Plain(name: name) }
    _object = DependencyObject { PlainObject(name: name) }
  }

  var body: some View {
    Text(store.name)
    Text(keyed.name)
    Text(plain.name)
    Text(object.name)
    Text(made.name)
    InnerPropertiesView()
  }
}

struct InnerPropertiesView: View {
  @Dependency(\.store) private var store

  var body: some View { Text(store.name) }
}

/// A model with an initialiser of its own, which reads a value where it is made.
final class Plain {
  @Dependency(\.store) private var store
  private let title: String
  var name: String { "\(title) in \(store.name)" }

  init(name: String) { title = name }
}

@MainActor
final class PlainObject: ObservableObject {
  @Dependency(\.store) private var store
  private let title: String
  var name: String { "\(title) in \(store.name)" }

  init(name: String) { title = name }
}

@MainActor
final class MadeObject: ObservableDependencyObject {
  let name: String

  init(dependencies: DependencyValues) { name = dependencies.store.name }
}

@MainActor
func previewWithTrait() -> Preview {
  Preview(traits: .dependency(\.store, Store(name: "trait"))) {
    OwnPropertiesView(name: "own")
  }
}
