/// A date of the proleptic Gregorian calendar, computed without a calendar library.
///
/// The computation counts years from 1 March, so that a leap day is the last day of its year, and
/// eras of 400 years, each of which has 146,097 days.
package struct CivilDate: Hashable, Sendable {
  package var year: Int
  /// From 1.
  package var month: Int
  /// From 1.
  package var day: Int

  private static let daysOfEra = 146_097
  /// From 1 March of the year 0 to 1 January 1970.
  private static let daysBefore1970 = 719_468

  /// Takes a date unchecked, even one that does not exist.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date some days after 1 January 1970.
  package init(daysSince1970: Int) {
    let days = daysSince1970 + CivilDate.daysBefore1970
    let era = days.flooredQuotient(by: CivilDate.daysOfEra)
    let dayOfEra = days - era * CivilDate.daysOfEra
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months from March have 31, 30, 31, 30, 31 days over and over, 153 in five months.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1 January 1970 to the date.
  package var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch.flooredQuotient(by: 400)
    let yearOfEra = yearFromMarch - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * CivilDate.daysOfEra + dayOfEra - CivilDate.daysBefore1970
  }

  /// The number of days of the date's month.
  package var daysInMonth: Int {
    switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private var isLeapYear: Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}

extension BinaryInteger {
  /// The quotient by a positive divisor, rounded down.
  package func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
