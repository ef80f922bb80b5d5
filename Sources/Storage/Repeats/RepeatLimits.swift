/// The limits of repeating items; a rule or a value beyond one of them is refused.
///
/// They keep the search for an occurrence short, whatever a file or another device sends.
public enum RepeatLimits {
  /// The UTF-8 bytes of a rule's text.
  public static let textBytes = 500

  /// The values in one list of a rule, such as `BYMONTHDAY`, before equal ones are merged.
  public static let listLength = 100

  /// The days, weeks, months or years of `INTERVAL`.
  public static let interval = 1...1_000

  /// The occurrences of `COUNT`.
  public static let count = 1...10_000

  /// The distance of an ordinal in `BYDAY` from the start or the end of a month.
  public static let ordinalInMonth = 5

  /// The distance of an ordinal in `BYDAY` from the start or the end of a year.
  public static let ordinalInYear = 53

  /// The distance of a position in `BYSETPOS` from the first or the last day of a period.
  public static let position = 366

  /// The days from an item's start to its date.
  public static let lead = -3_660...3_660

  /// The days that are left out of a rule.
  public static let excludedDays = 1_000

  /// The years in which something can happen.
  public static let years = 1...9999

  /// The UTF-8 bytes of the identifier of a time zone.
  public static let zoneBytes = 64
}
