import Observation
import Registry
import Testing

@MainActor @Observable private class ContentModel {
  @ObservationIgnored @Injected(\.catalogue) private var catalogue
  var results: [String] = []

  func load() async {
    results = [catalogue.title]
  }
}

extension Container {
  @MainActor fileprivate var contentModel: Factory<ContentModel> {
    self { ContentModel() }
  }
}

@MainActor private struct ContentView {
  @InjectedObservable(\.contentModel) var model
}

extension Documented {
  /// What SwiftUI's views and previews use, as far as it needs no SwiftUI.
  @Suite struct Views {
    @Test @MainActor func `a view owns the observable model that it injects`() async {
      let view = ContentView()
      let copy = view
      #expect(view.model === copy.model)
      #expect(ContentView().model !== view.model)
      await view.model.load()
      #expect(copy.model.results == ["city"])
    }

    @Test @MainActor func `the model is made when it is first read, once`() {
      let made = Counter()
      Container.shared.contentModel.register {
        made.increment()
        return ContentModel()
      }
      let view = ContentView()
      #expect(made.count == 0)
      #expect(view.model === view.model)
      #expect(made.count == 1)
    }

    @Test @MainActor func `a model that a preview's registration feeds shows it`() async {
      Container.shared.catalogue.preview { StubCatalogue("preview") }
      let view = ContentView()
      await view.model.load()
      #expect(view.model.results == ["preview"])
    }

    @Test func `previews register one thing or several`() {
      Container.shared.reader.preview { Reader(name: "preview \($0)") }
      Container.preview {
        $0.catalogue.register { StubCatalogue("a") }
        $0.keptCatalogue.register { StubCatalogue("b") }
      }
      let _ = Branch.shared.shelf.register { StubCatalogue("c") }
      #expect(Container.shared.reader("ann").name == "preview ann")
      #expect(Container.shared.catalogue().title == "a")
      #expect(Container.shared.desk().catalogue.title == "b")
      #expect(Branch.shared.shelf().title == "c")
    }
  }
}
