import Combine
import Observation
import Registry
import SwiftUI
import Synchronization

/// Counts from one.
final class Numbers: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock {
      $0 += 1
      return $0
    }
  }
}

enum NumbersKey: DependencyKey {
  static var defaultValue: Numbers { Numbers() }
}

extension DependencyValues {
  var numbers: Numbers {
    get { self[NumbersKey.self] }
    set { self[NumbersKey.self] = newValue }
  }
}

/// How many models were made.
@MainActor
enum Made {
  static var count = 0
}

@MainActor @Observable
final class Title: ObservableDependency {
  var name: String

  init(_ store: Store) {
    Made.count += 1
    name = store.name
  }

  convenience init(dependencies: DependencyValues) {
    self.init(dependencies.store)
  }
}

@MainActor
final class TitleObject: @MainActor ObservableObject, ObservableDependency {
  let objectWillChange = ObservableObjectPublisher()
  var name: String {
    willSet { objectWillChange.send() }
  }

  init(_ store: Store) {
    Made.count += 1
    name = store.name
  }

  convenience init(dependencies: DependencyValues) {
    self.init(dependencies.store)
  }
}

/// Something that is cached, told apart by its number.
final class Mark: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

@Observable
final class Marked {
  let mark = Container.shared.mark()
}

extension Container {
  var mark: Factory<Mark> { self { Mark(DependencyValues.current.numbers.next()) }.cached }
  var marked: Factory<Marked> { self { Marked() } }
  @MainActor var title: Factory<Title> { self { Title(DependencyValues.current.store) } }
  @MainActor var titleObject: Factory<TitleObject> {
    self { TitleObject(DependencyValues.current.store) }
  }
}

struct OwnersView: View {
  @InjectedObservable(\.title) private var injectedObservable
  @InjectedObject(\.titleObject) private var injectedObject
  @DependencyState private var state: Title
  @DependencyObject private var object: TitleObject
  @EnvironmentStateObject({ environment in TitleObject(environment.store) })
  private var environmentObject

  var body: some View {
    Text(injectedObservable.name)
    Text(injectedObject.name)
    Text(state.name)
    Text(object.name)
    Text(environmentObject.name)
  }
}

struct FieldsView: View {
  @InjectedObservable(\.title) private var injectedObservable
  @InjectedObject(\.titleObject) private var injectedObject
  @DependencyState private var state: Title
  @DependencyObject private var object: TitleObject
  @EnvironmentStateObject({ environment in TitleObject(environment.store) })
  private var environmentObject

  var body: some View {
    TextField("1", text: $injectedObservable.name)
    TextField("2", text: $injectedObject.name)
    TextField("3", text: $state.name)
    TextField("4", text: $object.name)
    TextField("5", text: $environmentObject.name)
  }
}

struct MarksView: View {
  var showsSecond = false

  var body: some View {
    MarkView()
    if showsSecond { MarkView() }
  }
}

struct MarkView: View {
  @InjectedObservable(\.marked) private var marked

  var body: some View {
    Text("\(marked.mark.number)")
  }
}
