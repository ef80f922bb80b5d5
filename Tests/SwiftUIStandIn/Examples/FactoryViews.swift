// Views with models from factories, as a program that uses Registry writes them.

import Combine
import Observation
import Registry
import SwiftUI

@Observable
final class Counter {
  var name = "counter"
}

@MainActor
final class Account: ObservableObject {
  @Published var name = "account"
  @LazyInjected(\.counter) var counter
}

final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager = ContainerManager()

  var counter: Factory<Counter> { self { Counter() } }
}

extension Container {
  var counter: Factory<Counter> { self { Counter() } }
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
    Container.shared.counter.preview { Counter() }
    Container.shared.greeting.preview { "bye \($0)" }
    Container.shared.account.preview { Account() }
    Container.preview {
      $0.counter.register { Counter() }
    }
    Container.shared {
      $0.counter.register { Counter() }
    }
    CounterView()
  }
}

func setUpForTests() {
  Container.preview { $0.counter.register { Counter() } }
  Container.shared { $0.counter.register { Counter() } }
}
