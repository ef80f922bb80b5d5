// A program written for swift-dependencies: its keys. Only the import is ours; no macros.

import Foundation
import Registry

struct APIClient: Sendable {
  var fetchUser: @Sendable (Int) async throws -> String
  var saveUser: @Sendable (String) async throws -> Void = { _ in }
}

extension APIClient: DependencyKey {
  static let liveValue = APIClient(fetchUser: { "user \($0)" })
  static let testValue = Self(fetchUser: { _ in "test" })
  static var previewValue: APIClient { Self(fetchUser: { _ in "preview" }) }
}

extension DependencyValues {
  var apiClient: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}

// An interface module declares the key, another one its live value.
struct AudioPlayer: Sendable {
  var play: @Sendable () async -> Void
  static let noop = AudioPlayer(play: {})
}

extension AudioPlayer: TestDependencyKey {
  static let testValue = AudioPlayer.noop
  static var previewValue: AudioPlayer { .noop }
}

extension AudioPlayer: DependencyKey {
  static let liveValue = AudioPlayer(play: { await Task.yield() })
}

struct InterfaceOnly: TestDependencyKey, Sendable {
  var name = "test"
  static let testValue = InterfaceOnly()
}

extension DependencyValues {
  var audioPlayer: AudioPlayer {
    get { self[AudioPlayer.self] }
    set { self[AudioPlayer.self] = newValue }
  }

  var interfaceOnly: InterfaceOnly {
    get { self[InterfaceOnly.self] }
    set { self[InterfaceOnly.self] = newValue }
  }
}

protocol Analytics: Sendable { func track(_ event: String) }
struct LiveAnalytics: Analytics { func track(_ event: String) {} }
struct NoAnalytics: Analytics { func track(_ event: String) {} }

private enum AnalyticsKey: DependencyKey {
  static let liveValue: any Analytics = LiveAnalytics()
  static let testValue: any Analytics = NoAnalytics()
}

enum AnalyticsProviderKey: DependencyKey {
  typealias Value = @Sendable (String) -> Void
  static let liveValue: @Sendable (String) -> Void = { print($0) }
}

extension DependencyValues {
  var analytics: any Analytics {
    get { self[AnalyticsKey.self] }
    set { self[AnalyticsKey.self] = newValue }
  }

  var track: @Sendable (String) -> Void {
    get { self[AnalyticsProviderKey.self] }
    set { self[AnalyticsProviderKey.self] = newValue }
  }
}

final class Settings: DependencyKey, Sendable {
  static let liveValue = Settings()
  let name = "settings"
}

actor Database: DependencyKey {
  static let liveValue = Database()
  func count() -> Int { 0 }
}

// A value for tests that says it was not overridden.
struct Thermometer: TestDependencyKey, Sendable {
  var degrees = 20

  static var testValue: Thermometer {
    if shouldReportUnimplemented { print("no thermometer") }
    return Thermometer()
  }
}

// A part of a value that is not Sendable.
final class Reading {
  var degrees: Int

  init(_ degrees: Int) { self.degrees = degrees }
}

extension DependencyValues {
  var thermometer: Thermometer {
    get { self[Thermometer.self] }
    set { self[Thermometer.self] = newValue }
  }

  var reading: Reading {
    get { Reading(thermometer.degrees) }
    set { thermometer.degrees = newValue.degrees }
  }
}
