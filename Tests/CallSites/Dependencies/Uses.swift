// A program written for swift-dependencies: how it reads and overrides.

import Foundation
import Observation
import Registry

@Observable
final class FeatureModel {
  @ObservationIgnored @Dependency(\.apiClient) var apiClient
  @ObservationIgnored @Dependency(\.apiClient.fetchUser) var fetchUser
  @ObservationIgnored @Dependency(\.continuousClock) var clock
  @ObservationIgnored @Dependency(\.suspendingClock) var suspendingClock
  @ObservationIgnored @Dependency(\.date) var date
  @ObservationIgnored @Dependency(\.date.now) var now
  @ObservationIgnored @Dependency(\.uuid) var uuid
  @ObservationIgnored @Dependency(\.locale) var locale
  @ObservationIgnored @Dependency(\.timeZone) var timeZone
  @ObservationIgnored @Dependency(\.calendar) var calendar
  @ObservationIgnored @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @ObservationIgnored @Dependency(\.fireAndForget) var fireAndForget
  @ObservationIgnored @Dependency(\.assert) var assert
  @ObservationIgnored @Dependency(\.context) var context
  @ObservationIgnored @Dependency(\.analytics) private var analytics
  @ObservationIgnored @Dependency(Settings.self) var settings
  @ObservationIgnored @Dependency(Database.self) var database
  @ObservationIgnored @Dependency(\.self) var dependencies
  var name = ""

  func load() async throws {
    name = try await apiClient.fetchUser(7)
    name += try await fetchUser(8)
    try await clock.sleep(for: .seconds(1))
    try await suspendingClock.sleep(for: .seconds(1))
    _ = date.now.timeIntervalSince(now) + date().timeIntervalSince1970
    _ = uuid()
    _ = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
    _ = "\(locale.identifier) \(timeZone.identifier) \(calendar.identifier)"
    await fireAndForget { throw CancellationError() }
    assert(name.isEmpty == false, "a name")
    analytics.track(settings.name)
    _ = await database.count()
    _ = dependencies.apiClient
    if context == .live { print("live") }
    switch context {
    case .live, .preview, .test: break
    }
  }

  func child() -> FeatureModel {
    withDependencies(from: self) { FeatureModel() }
  }

  func changedChild() -> FeatureModel {
    withDependencies(from: self) {
      $0.apiClient.fetchUser = { _ in "child" }
    } operation: {
      FeatureModel()
    }
  }

  func escape() {
    withEscapedDependencies { dependencies in
      DispatchQueue.main.async {
        dependencies.yield { print(DependencyValues.current.uuid()) }
      }
    }
  }

  func escapeToTask() async throws {
    try await withEscapedDependencies { dependencies in
      try await dependencies.yield { try await Task.sleep(for: .zero) }
    }
  }
}

/// An object that has no dependency of its own.
final class Coordinator {
  func open() -> FeatureModel { withDependencies(from: self) { FeatureModel() } }
}

func localDependency() -> UUID {
  @Dependency(\.uuid) var uuid
  return uuid()
}

func overrides() async throws {
  let model = withDependencies {
    $0.apiClient.fetchUser = { _ in "mock" }
    $0.apiClient = APIClient(fetchUser: { _ in "mock" })
    $0.continuousClock = ImmediateClock()
    $0.suspendingClock = ImmediateClock()
    $0.date.now = Date(timeIntervalSinceReferenceDate: 0)
    $0.date = .constant(Date(timeIntervalSince1970: 1))
    $0.date = DateGenerator { Date(timeIntervalSince1970: 1) }
    $0.uuid = .incrementing
    $0.uuid = .constant(UUID(7))
    $0.uuid = UUIDGenerator { UUID() }
    $0.locale = Locale(identifier: "de_DE")
    $0.timeZone = .gmt
    $0.calendar = Calendar(identifier: .gregorian)
    $0.preferredLocales = [Locale(identifier: "de_DE")]
    $0.context = .preview
    $0[Settings.self] = Settings()
  } operation: {
    FeatureModel()
  }
  try await model.load()
  try await withDependencies {
    $0.context = .live
  } operation: {
    try await model.load()
  }
  try await withDependencies {
    $0 = DependencyValues()
  } operation: {
    try await model.load()
  }
  let coordinator = withDependencies {
    $0.uuid = .incrementing
  } operation: {
    Coordinator()
  }
  _ = coordinator.open().changedChild()
}

func prepares() throws {
  prepareDependencies { $0.apiClient = .testValue }
  prepareDependencies {
    $0.date.now = Date()
    $0.uuid = .incrementing
  }
  let settings = prepareDependencies { values -> Settings in
    values[Settings.self] = Settings()
    return values[Settings.self]
  }
  _ = settings.name
  try prepareDependencies { _ in throw CancellationError() }
}

// A model that is not Sendable, made and used in asynchronous operations of its caller.
final class Recording {
  @Dependency(\.continuousClock) var clock
  var count = 0

  func record() async throws {
    try await clock.sleep(for: .seconds(1))
    count += 1
  }
}

func recordsAnywhere() async throws -> Int {
  let recording = Recording()
  try await withDependencies {
    $0.continuousClock = .immediate
  } operation: {
    try await recording.record()
  }
  try await withDependencies(from: recording) { try await recording.record() }
  return recording.count
}

@MainActor
func countsOnTheMainActor() async throws -> Int {
  let recording = await withDependencies {
    $0.continuousClock = .immediate
    await Task.yield()
  } operation: {
    await Task.yield()
    return Recording()
  }
  await withDependencies(from: recording) {
    await Task.yield()
    recording.count += 1
  }
  return recording.count
}

actor Recorder {
  let recording = Recording()
  var count = 0

  func record() async {
    await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      await Task.yield()
      recording.count += 1
      count += 1
    }
  }
}

@MainActor
final class Sender {
  @Dependency(\.fireAndForget) var fireAndForget
  var sent = 0

  func send() async {
    await fireAndForget(name: "send", priority: .low) { self.sent += 1 }
    await fireAndForget { self.sent += 1 }
  }
}

func contexts() -> [UUID] {
  withDependencies {
    $0 = .test
  } operation: {
    [UUID(-1), localDependency()]
  }
    + withDependencies {
      $0 = .live
    } operation: {
      [localDependency()]
    }
    + withDependencies {
      $0 = .preview
    } operation: {
      [localDependency()]
    }
}
