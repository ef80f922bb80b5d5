#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

enum LocaleKey: DependencyKey {
  static var defaultValue: Locale { .autoupdatingCurrent }
  static var testingValue: Locale { Locale(identifier: "en_US_POSIX") }
}

enum PreferredLocalesKey: DependencyKey {
  static var defaultValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }
  static var testingValue: [Locale] { [Locale(identifier: "en_US_POSIX")] }
}

enum CalendarKey: DependencyKey {
  static var defaultValue: Calendar { .autoupdatingCurrent }
  static var testingValue: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = LocaleKey.testingValue
    calendar.timeZone = TimeZoneKey.testingValue
    return calendar
  }
}

enum TimeZoneKey: DependencyKey {
  static var defaultValue: TimeZone { .autoupdatingCurrent }
  static var testingValue: TimeZone { .gmt }
}

extension DependencyValues {
  /// The user's locale; in tests it is `en_US_POSIX`.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's languages, the preferred one first; in tests it is `en_US_POSIX` alone.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The user's calendar; in tests it is the Gregorian one of `en_US_POSIX` and GMT.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's time zone; in tests it is GMT.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

#if canImport(Darwin)
enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }
}

extension DependencyValues {
  /// Loads over the network, on Apple's platforms only; a test that reads it without an override fails.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}
#endif
