import Foundation
import Registry
import RegistryTesting
import Testing

@MainActor private class Screen {
  let title: String

  init(title: String = "screen") {
    self.title = title
  }
}

@MainActor private final class StubScreen: Screen {
  init() { super.init(title: "stub") }
}

@globalActor private actor IndexActor {
  static let shared = IndexActor()
}

@IndexActor private class Index {
  let title: String

  init(title: String = "index") {
    IndexActor.shared.assertIsolated()
    self.title = title
  }
}

extension Container {
  @MainActor fileprivate var screen: Factory<Screen> {
    self { Screen() }
  }
  @MainActor fileprivate var keptScreen: Factory<Screen> {
    self { Screen() }.cached
  }
  /// As FactoryKit 2 spelled it.
  @MainActor fileprivate var annotated: Factory<Screen> {
    self { @MainActor in Screen() }
  }
  @MainActor fileprivate var editor: ParameterFactory<String, Screen> {
    self { Screen(title: $0) }
  }
  @IndexActor fileprivate var index: Factory<Index> {
    self { Index() }
  }
  @IndexActor fileprivate var importer: ParameterFactory<String, Index> {
    self { Index(title: $0) }
  }
}

@MainActor private class Coordinator {
  @Injected(\.screen) var screen
  @LazyInjected(\.screen) var lazy
  @WeakLazyInjected(\.keptScreen) var weak
  @DynamicInjected(\.screen) var dynamic
  let found = dependency(\.screen)
  let made: Screen = dependency(\.editor, parameter: "made")
}

extension Documented {
  @Suite struct Actors {
    @Test @MainActor func `a main actor's factory is called on the main actor`() {
      #expect(Container.shared.screen().title == "screen")
      #expect(Container.shared.annotated().title == "screen")
      #expect(Container.shared.editor("page").title == "page")
      #expect(Container.shared.keptScreen() === Container.shared.keptScreen())
    }

    @Test @MainActor func `every wrapper of a main actor's class injects from it`() {
      Container.shared.screen.register { StubScreen() }
      let coordinator = Coordinator()
      #expect(coordinator.screen.title == "stub")
      #expect(coordinator.lazy === coordinator.lazy)
      #expect(coordinator.weak === Container.shared.keptScreen())
      #expect(coordinator.dynamic !== coordinator.dynamic)
      #expect(coordinator.found.title == "stub")
      #expect(coordinator.made.title == "made")
      coordinator.$screen.resolve(reset: .all)
      #expect(coordinator.screen.title == "screen")
    }

    @Test @MainActor func `it is overridden and put into contexts on the main actor`() {
      Container.shared.screen.register { @MainActor in StubScreen() }
      #expect(Container.shared.screen().title == "stub")
      Container.shared.annotated.onTest { StubScreen() }
      #expect(Container.shared.annotated().title == "stub")
      Container.shared.editor { _ in StubScreen() }
      #expect(Container.shared.editor("page").title == "stub")
    }

    @Test @IndexActor func `a global actor's factory is called on that actor`() {
      #expect(Container.shared.index().title == "index")
      #expect(Container.shared.importer("file").title == "file")
    }

    @Test func `a detached task hops to the actor`() async {
      let container = Container.shared
      let titles = await Task.detached {
        let screen = await container.screen.resolveOnMainActor()
        let editor = await container.editor.resolveOnMainActor("page")
        let index = await container.index.resolveOnGlobalActor(IndexActor.shared)
        let importer = await container.importer.resolveOnGlobalActor(
          IndexActor.shared,
          parameters: "file"
        )
        return [screen.title, editor.title, index.title, importer.title]
      }.value
      #expect(titles == ["screen", "page", "index", "file"])
    }

    @Test(
      .container {
        await $0.screen.register { @MainActor in StubScreen() }
        await $0.index.register { @IndexActor in Index(title: "stub index") }
      }
    )
    func `a trait overrides an actor's factories`() async {
      #expect(await Container.shared.screen.resolveOnMainActor().title == "stub")
      let index = await Container.shared.index.resolveOnGlobalActor(IndexActor.shared)
      #expect(index.title == "stub index")
    }

    @Test func `resolved elsewhere it ends the process with its name and the cure`() async throws {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        let container = Container()
        await Task.detached {
          let factory = await container.screen
          _ = factory()
        }.value
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("screen (RegistryTests/ActorsTests.swift:"))
      #expect(text.contains("await container.screen.resolveOnMainActor()"))
    }

    @Test func `resolved on the wrong actor it ends the process too`() async throws {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        _ = await Container().index.resolveOnGlobalActor(MainActor.shared)
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("resolveOnGlobalActor(IndexActor.shared)"))
    }
  }
}
