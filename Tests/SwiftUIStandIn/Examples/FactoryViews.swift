// Views with models from factories, as a program that uses Registry writes them.

import Combine
import Observation
import Registry
import SwiftUI

@Observable
final class Counter {
  var name: String

  init(_ name: String) {
    self.name = name
  }
}

@MainActor
final class Account: ObservableObject {
  @Published var name = "account"
  @LazyInjected(\.counter) var counter
}

final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager = ContainerManager()

  var counter: Factory<Counter> { self { Counter("shop") } }
}

extension Container {
  var counter: Factory<Counter> { self { Counter("live") } }
  var greeting: ParameterFactory<String, String> { self { "hello \($0)" } }
  @MainActor var account: Factory<Account> { self { Account() } }
}

struct CounterView: View {
  @InjectedObservable(\.counter) private var counter
  @InjectedObservable(\Shop.counter) private var shopCounter: Counter

  var body: some View {
    Text(counter.name)
    TextField("Name", text: $counter.name)
    NameView(counter: $shopCounter)
  }
}

struct NameView: View {
  let counter: Binding<Counter>

  var body: some View {
    Text(counter.wrappedValue.name)
  }
}

struct AccountView: View {
  @InjectedObject(\.account) private var account

  var body: some View {
    Text(account.name)
    TextField("Name", text: $account.name)
  }
}

struct Previews: PreviewProvider {
  static var previews: some View {
    Container.shared.counter.preview { Counter("mock") }
    Container.shared.greeting.preview { "bye \($0)" }
    Container.shared.account.preview { Account() }
    Container.preview {
      $0.greeting.register { "mock \($0)" }
    }
    Container.shared {
      $0.greeting.register { "mock \($0)" }
    }
    CounterView()
    Text(Container.shared.greeting("ann"))
  }
}

func setUpForTests() {
  Container.preview { $0.counter.register { Counter("mock") } }
  Container.shared { $0.counter.register { Counter("mock") } }
}
