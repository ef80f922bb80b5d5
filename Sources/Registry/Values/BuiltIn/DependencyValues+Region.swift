#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

enum LocaleKey: DependencyKey {
  static var defaultValue: Locale { .autoupdatingCurrent }
  static var testingValue: Locale { Locale(identifier: "en_US_POSIX") }
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

  /// The user's time zone; in tests it is GMT.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
