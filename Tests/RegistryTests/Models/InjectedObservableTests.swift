import Observation
import Registry
import RegistryTesting
import Testing

@Observable
private final class Form {
  var name: String

  init(_ name: String = "form") {
    self.name = name
  }
}

private enum TitleKey: DependencyKey {
  static var defaultValue: String { "default" }
}

extension DependencyValues {
  fileprivate var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

private final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager = ContainerManager()
  let made = Counter()

  var form: Factory<Form> {
    self {
      self.made.increment()
      return Form("shop")
    }
  }
}

@MainActor @Observable
private final class Page {
  var title = "page"
  @ObservationIgnored @InjectedObservable(\.form) var form
}

extension Container {
  fileprivate var form: Factory<Form> { self { Form() } }
  fileprivate var kept: Factory<Form> { self { Form() }.cached }
  fileprivate var titled: Factory<Form> { self { Form(DependencyValues.current.title) } }
  @MainActor fileprivate var page: Factory<Page> { self { Page() } }
}

/// An owner that is copied.
private struct Screen {
  @InjectedObservable(\.form) var form
  @InjectedObservable(\.kept) var kept
  @InjectedObservable(\.titled) var titled
  @InjectedObservable(\Shop.form) var shop: Form
}

/// `@unchecked Sendable`: its one property is a wrapper whose storage is synchronised; a wrapped `var` cannot say so.
private final class Owner: @unchecked Sendable {
  @InjectedObservable(\Shop.form) var form: Form
}

@MainActor
private final class Window {
  @InjectedObservable(\.page) var page
}

@Suite(.container) struct InjectedObservableTests {
  @Test func `the factory runs when the model is first read, and once`() {
    let shop = Shop()
    Shop.$shared.withValue(shop) {
      let screen = Screen()
      #expect(shop.made.count == 0)
      #expect(screen.shop === screen.shop)
      #expect(shop.made.count == 1)
      #expect(screen.shop.name == "shop")
    }
  }

  @Test func `what is registered before the first read counts`() {
    let screen = Screen()
    #expect(screen.$form.resolvedOrNil() == nil)
    Container.shared.form.register { Form("mock") }
    #expect(screen.form.name == "mock")
    #expect(screen.$form.resolvedOrNil() === screen.form)
    #expect(screen.$form.factory().name == "mock")
  }

  @Test func `the factory sees the context values that the owner was made with`() {
    let screen = withDependencies {
      $0.title = "owner"
    } operation: {
      Screen()
    }
    #expect(screen.titled.name == "owner")
    #expect(Screen().titled.name == "default")
  }

  @Test func `copies of the owner share the model, other owners do not`() {
    let screen = Screen()
    let copy = screen
    #expect(copy.form === screen.form)
    #expect(Screen().form !== screen.form)
  }

  @Test func `a reset of the container changes nothing for the owner`() {
    let screen = Screen()
    let kept = screen.kept
    #expect(kept === Container.shared.kept())
    Container.shared.reset()
    #expect(screen.kept === kept)
    #expect(Screen().kept !== kept)
  }

  @Test func `the model goes with its owner`() {
    weak var form: Form?
    do {
      let screen = Screen()
      form = screen.form
      #expect(form != nil)
      withExtendedLifetime(screen) {}
    }
    #expect(form == nil)
  }

  @Test func `eight threads that read first make one model`() {
    // The threads belong to no task and so see the process's container.
    let owner = Owner()
    let before = Shop.shared.made.count
    let forms = onThreads(8) { _ in ObjectIdentifier(owner.form) }
    #expect(Set(forms).count == 1)
    #expect(Shop.shared.made.count == before + 1)
  }

  @Test @MainActor func `a model of the main actor owns another model`() {
    let window = Window()
    #expect(window.page === window.page)
    #expect(window.page.title == "page")
    #expect(window.page.form === window.page.form)
  }

  @Test func `the model tells of its changes`() {
    let screen = Screen()
    let changes = Counter()
    withObservationTracking {
      _ = screen.form.name
    } onChange: {
      changes.increment()
    }
    screen.form.name = "changed"
    #expect(changes.count == 1)
  }
}
