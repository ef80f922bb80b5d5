// The first line, which names the columns, and what is done where it is damaged.

import CommandKit
import ItemFormats
import Storage

extension ColumnReader {
  /// Takes the names of the columns, or only the line that says how values are divided.
  mutating func takeHeading(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) {
    // Unless it is understood, the other lines say nothing.
    isLost = true
    let line = try headingText(bytes, range, place)
    if case .csv = form, CSV.declaredSeparator(line) != nil {
      isLost = false
      return
    }
    var names = try names(of: line, place)
    // Rows may have values behind the last name.
    if !isStrict { names = names.withoutBlankEnd }
    do throws(RecordError) {
      heading = try ColumnHeading(
        names,
        last: names.count - 1,
        columnNames,
        isStrict: isStrict
      )
    } catch {
      let error = StorageError.importing(place, error)
      guard !isStrict, names.contains(where: { columnNames.likeness($0) == 2 }) else { throw error }
      doubt = (error, Array(bytes[range]), place)
    }
    self.names = names.map(\.trimmed)
    leastCount = names.count
    headingPlace = place
    isSettled = isStrict
    isLost = false
  }

  private mutating func headingText(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> String {
    do throws(StorageError) {
      return try RecordText.text(
        bytes,
        range,
        place,
        isStrict: isStrict,
        windowsLine: &windowsLine
      )
    } catch {
      guard !isStrict else { throw error }
      try tell("some of the names are not UTF-8; what is not is read as \u{FFFD}", place)
      return RecordText.repairedText(bytes, range)
    }
  }

  private mutating func names(
    of line: String,
    _ place: RecordPlace
  ) throws(StorageError) -> [String] {
    do throws(RecordError) {
      return try values(of: line)
    } catch {
      guard !isStrict else { throw .importing(place, error) }
      try tell("\(error.message.unended); the names are read as they stand", place)
    }
    switch form {
    case .csv(let separator): return CSV.names(of: line, separator: separator)
    case .tsv: return line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// True if a row shows how many columns there are: one that fits the first line, or the second of another number of values.
  mutating func settles(_ values: [String], _ names: [String]) -> Bool {
    guard values.contains(where: { !$0.isEmpty }) else { return true }
    let hasSurplus = !values.dropFirst(names.count).allSatisfy(\.isEmpty)
    if isSettled {
      if values.count == blankCount, hasSurplus { repairHeading(names, values.count) }
      return true
    }
    if values.count > names.count, !hasSurplus, !misfitCounts.contains(values.count),
      ColumnHeading.repairedNames(names, ofColumns: values.count, columnNames) == nil
    {
      blankCount = values.count
    } else if values.count != names.count {
      guard !misfitCounts.insert(values.count).inserted else { return false }
      repairHeading(names, values.count)
    }
    isSettled = true
    return true
  }

  /// Reads the first line as names of so many columns, and the rows so far by them.
  private mutating func repairHeading(_ names: [String], _ count: Int) {
    blankCount = nil
    let missing = names.count..<max(count, names.count)
    let repaired = ColumnHeading.repairedNames(names, ofColumns: count, columnNames)
    let all = repaired ?? names + missing.map { "column \($0 + 1)" }
    let last = names.count - 1
    guard all != names,
      let heading = try? ColumnHeading(all, last: last, columnNames, isStrict: isStrict)
    else { return }
    self.heading = heading
    leastCount = repaired == nil ? names.count : all.count
    doubt = nil
    let list = all.map(\.visible).joined(separator: ", ")
    messages.add(
      StorageError.importing(
        headingPlace,
        "the line names \(counted(names.count, "column")), and the rows have "
          + "\(counted(count, "value")); the columns are read as \(list)"
      ).message
    )
    for (bytes, place) in misfits {
      let line = RecordText.repairedText(bytes, bytes.indices)
      if let values = try? values(of: line) { _ = noteDates(heading, values, place) }
    }
    kept += misfits
    misfits = []
  }
}

extension [String] {
  /// The texts up to the last that says something.
  var withoutBlankEnd: [String] {
    Array(reversed().drop { $0.trimmed.isEmpty }.reversed())
  }
}
