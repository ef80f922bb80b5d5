import Foundation
import Registry
import RegistryTesting
import Testing

@MainActor final class Stage {
  let title: String

  init(_ title: String = "screen") { self.title = title }
}

@globalActor actor Studio {
  static let shared = Studio()
}

@Studio final class Film {
  let title: String

  init(_ title: String = "film") { self.title = title }
}

private final class Cinema: SharedContainer {
  @TaskLocal static var shared = Cinema()
  let manager = ContainerManager()
  let made = Counter()

  // Both spellings.
  @MainActor var screen: Factory<Stage> { self { Stage() } }
  var mainScreen: Factory<Stage> { self { @MainActor in Stage() } }
  @Studio var film: Factory<Film> { self { Film() } }
  var studioFilm: Factory<Film> { self { @Studio in Film() } }

  var greeting: Factory<String> { self { "Good day" } }
  var named: ParameterFactory<String, Stage> { self { @MainActor in Stage($0) } }
  var namedFilm: ParameterFactory<String, Film> { self { @Studio in Film($0) } }
  var kept: Factory<Stage> {
    self { @MainActor in
      self.made.increment()
      return Stage()
    }.cached
  }
  var keptFilm: Factory<Film> {
    self { @Studio in
      self.made.increment()
      return Film()
    }.cached
  }
  var leaf: Factory<Stage> { self { @MainActor in Stage() }.graph }
  @MainActor var pair: Factory<[Stage]> { self { [self.leaf(), self.leaf()] } }
  var throwing: ThrowingFactory<Stage> { self { @MainActor in Stage("throwing") } }
  var throwingKept: ThrowingFactory<Stage> {
    self { @MainActor in
      self.made.increment()
      return Stage("throwing")
    }.cached
  }
  var throwingFilm: ThrowingFactory<Film> { self { @Studio in Film() } }
  var throwingNamed: ThrowingParameterFactory<String, Stage> { self { @MainActor in Stage($0) } }
  @MainActor var asyncScreen: AsyncFactory<Stage> { self { Stage("async") } }
  var asyncFilm: AsyncFactory<Film> {
    self { @Studio in
      Studio.shared.assertIsolated()
      await Task.yield()
      Studio.shared.assertIsolated()
      return Film("async")
    }.cached
  }
  var asyncNamed: AsyncParameterFactory<String, Stage> { self { @MainActor in Stage($0) } }
  var free: Factory<Object> { self { Object("free") } }
}

/// Where code runs that is on no actor, or on another than the one that is wanted.
private enum Place: CaseIterable {
  case detachedTask, queue, thread, studio, function

  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    switch self {
    case .detachedTask: await Task.detached { body() }.value
    case .queue:
      await withCheckedContinuation { done in
        DispatchQueue.global().async { done.resume(returning: body()) }
      }
    case .thread:
      await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: body()) }
      }
    case .studio: await Task { @Studio in body() }.value
    case .function: await Self.offActors(body)
    }
  }

  @concurrent private static func offActors<Result: Sendable>(
    _ body: @Sendable () -> Result
  ) async -> Result {
    body()
  }
}

@MainActor private func onMain(_ factory: AsyncFactory<Film>) async throws -> Film {
  try await factory()
}

@Suite struct IsolationTests {
  @MainActor @Test func `on the main actor a synchronous call makes the value`() throws {
    let cinema = Cinema()
    #expect(cinema.screen().title == "screen")
    #expect(cinema.mainScreen.resolve().title == "screen")
    #expect(cinema.named("hall").title == "hall")
    #expect(cinema.kept() === cinema.kept())
    #expect(try cinema.throwing().title == "throwing")
    #expect(try cinema.throwingNamed("hall").title == "hall")
    let pair = cinema.pair()
    #expect(pair[0] === pair[1])
  }

  @Studio @Test func `on a global actor a synchronous call makes the value`() throws {
    let cinema = Cinema()
    #expect(cinema.film().title == "film")
    #expect(cinema.studioFilm().title == "film")
    #expect(cinema.namedFilm("short").title == "short")
    #expect(cinema.keptFilm() === cinema.keptFilm())
    #expect(try cinema.throwingFilm().title == "film")
  }

  @Test func `off its actor a value is had by await`() async throws {
    let cinema = Cinema()
    #expect(await cinema.screen.resolveOnMainActor().title == "screen")
    #expect(await cinema.mainScreen.resolveOnMainActor().title == "screen")
    #expect(await cinema.named.resolveOnMainActor("hall").title == "hall")
    #expect(await cinema.pair.resolveOnMainActor().count == 2)
    #expect(try await cinema.throwing.resolveOnMainActor().title == "throwing")
    #expect(try await cinema.throwingNamed.resolveOnMainActor("hall").title == "hall")
    #expect(await cinema.film.resolveOnGlobalActor(Studio.shared).title == "film")
    #expect(await cinema.studioFilm.resolveOnGlobalActor(Studio.shared).title == "film")
    let short = await cinema.namedFilm.resolveOnGlobalActor(Studio.shared, parameters: "short")
    #expect(short.title == "short")
    #expect(try await cinema.throwingFilm.resolveOnGlobalActor(Studio.shared).title == "film")
    // A factory of no actor is content anywhere.
    #expect(await cinema.free.resolveOnMainActor().name == "free")
    #expect(await cinema.free.resolveOnGlobalActor(Studio.shared).name == "free")
  }

  @Test func `an asynchronous factory runs on its actor, whoever asks`() async throws {
    let cinema = Cinema()
    #expect(try await cinema.asyncScreen().title == "async")
    #expect(try await cinema.asyncNamed("hall").title == "hall")
    let films = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await cinema.asyncFilm() } }
      for _ in 0..<20 { group.addTask { try await onMain(cinema.asyncFilm) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(films.map(ObjectIdentifier.init)).count == 1)
    cinema.asyncNamed.register { @Studio in
      Studio.shared.assertIsolated()
      return await Stage("\($0) of the studio")
    }
    #expect(try await cinema.asyncNamed("hall").title == "hall of the studio")
  }

  @Test func `what an actor's factory cached may be had anywhere`() async {
    let cinema = Cinema()
    let film = await cinema.keptFilm.resolveOnGlobalActor(Studio.shared)
    for place in Place.allCases {
      #expect(await place.run { cinema.keptFilm() } === film, "\(place)")
    }
    #expect(cinema.made.count == 1)
  }

  @Test @MainActor func `a value that is registered on an actor may be had anywhere`() async {
    let cinema = Cinema()
    cinema.greeting.register("Hello")
    for place in Place.allCases {
      #expect(await place.run { cinema.greeting() } == "Hello", "\(place)")
    }
  }

  @Test func `registrations and contexts may belong to an actor`() async throws {
    let cinema = Cinema()
    cinema.mainScreen.register { @MainActor in Stage("registered") }
    cinema.studioFilm.onTest { @Studio in Film("test") }
    cinema.namedFilm.context(.test) { @Studio in Film("test \($0)") }
    #expect(await cinema.mainScreen.resolveOnMainActor().title == "registered")
    #expect(await cinema.studioFilm.resolveOnGlobalActor(Studio.shared).title == "test")
    let short = await cinema.namedFilm.resolveOnGlobalActor(Studio.shared, parameters: "short")
    #expect(short.title == "test short")
  }

  @Test func `a registration moves a factory from one actor to another`() async throws {
    let cinema = Cinema()
    cinema.throwing.register { @Studio in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await cinema.throwing.resolveOnGlobalActor(Studio.shared)
    }
    await #expect(throws: RegistryError.self) { try await cinema.throwing.resolveOnMainActor() }
    _ = await MainActor.run {
      cinema.free.register { MainActor.assumeIsolated { Object("of the main actor") } }
    }
    #expect(await cinema.free.resolveOnMainActor().name == "of the main actor")
  }

  @Test(arguments: Place.allCases)
  fileprivate func `a throwing factory throws off its actor`(_ place: Place) async throws {
    let cinema = Cinema()
    let errors = await place.run {
      [
        #expect(throws: RegistryError.self) { try cinema.throwing() },
        #expect(throws: RegistryError.self) { try cinema.throwingKept() },
        #expect(throws: RegistryError.self) { try cinema.throwingNamed("hall") },
      ]
    }
    #expect(errors.compactMap { $0 }.allSatisfy { $0.code == .wrongActor })
    let message = try #require(errors[0]).message
    #expect(message.hasPrefix("throwing (RegistryTests/IsolationTests.swift:"))
    #expect(message.contains("belongs to MainActor"))
    #expect(message.contains("await container.throwing.resolveOnMainActor()"))
    #expect(message.contains(".register(value)"))
    #expect(try await cinema.throwingKept.resolveOnMainActor().title == "throwing")
    #expect(cinema.made.count == 1)
  }

  @Test func `those that ask on the wrong actor fail for nobody else`() async throws {
    let cinema = Cinema()
    let stop = Counter()
    let outsider = Thread {
      while stop.count == 0 { _ = try? cinema.throwingKept() }
    }
    outsider.start()
    let failures = await MainActor.run {
      defer { stop.increment() }
      return (0..<1000).count { _ in
        cinema.throwingKept.reset(.scope)
        return (try? cinema.throwingKept()) == nil
      }
    }
    #expect(failures == 0)
    #expect(cinema.made.count == 1000)
  }
}

// MARK: - Traps

extension IsolationTests {
  private func message(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `off the main actor a synchronous call ends the process with the cure`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task.detached { _ = Cinema().mainScreen() }.value
    }
    let text = try message(result)
    #expect(text.contains("Registry: mainScreen (RegistryTests/IsolationTests.swift:"))
    #expect(text.contains("await container.mainScreen.resolveOnMainActor()"))
  }

  @Test func `off a global actor a synchronous call ends the process with the cure`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Cinema().namedFilm("short") }
    }
    let text = try message(result)
    #expect(text.contains("Registry: namedFilm (RegistryTests/IsolationTests.swift:"))
    #expect(text.contains("await container.namedFilm.resolveOnGlobalActor(Studio.shared)"))
  }

  @Test func `a plain thread and a queue are on no actor`() async throws {
    let thread = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = onThreads(1) { _ in _ = Cinema().kept() }
    }
    #expect(try message(thread).contains("Registry: kept (RegistryTests/IsolationTests.swift:"))
    let queue = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DispatchQueue.global().sync { _ = Cinema().kept() }
    }
    #expect(try message(queue).contains("Registry: kept (RegistryTests/IsolationTests.swift:"))
  }

  @Test func `an override's actor counts, not the definition's`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let cinema = Cinema()
      cinema.free.register { @MainActor in Object() }
      await Task.detached { _ = cinema.free() }.value
    }
    #expect(try message(result).contains("Registry: free (RegistryTests/IsolationTests.swift:"))
  }
}
