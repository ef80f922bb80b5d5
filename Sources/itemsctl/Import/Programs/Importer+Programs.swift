// Exports of other programs: read as a whole, since what belongs to a task may stand anywhere in them.

import CommandKit
import ItemFormats
import Storage

extension Importer {
  /// The program whose export this is; nil for any other file.
  ///
  /// Reads as many bytes as tell it.
  func program(_ first: inout [UInt8]?) throws(StorageError) -> ProgramShape? {
    guard [nil, .json, .ndjson, .csv].contains(format) else { return nil }
    while let start = first, start.count < ProgramShape.recognitionBytes, let more = try next() {
      first = start + more
    }
    return ProgramShape.recognised(first ?? [])
  }

  /// Imports the tasks of such an export.
  func run(
    _ shape: ProgramShape,
    _ first: [UInt8]?,
    _ work: inout Work
  ) throws(StorageError) {
    var bytes = first ?? []
    while let more = try next() { bytes += more }
    var reader = ProgramReader(
      shape,
      calendar: calendar,
      isStrict: unknownKeys == .refused,
      columns: columns ?? .usual
    )
    do throws(StorageError) {
      var tasks =
        shape.columns.isEmpty
        ? ProgramTasks(document: try document(bytes)) : try rows(bytes, &work)
      shape.collect(&tasks)
      if unknownKeys == .refused, let message = tasks.warnings.messages.first {
        throw StorageError(.malformedFile, message)
      }
      for result in reader.records(tasks) {
        switch result.record {
        case .success(let record): try work.take(record, result.place)
        case .failure(let error): work.reject(error)
        }
      }
      work.note(reader.summary, tasks.warnings, reader.warnings)
      try work.advance(bytes.count)
    } catch {
      guard error.code == .malformedFile else { throw error }
      work.reject(error)
      work.isDamaged = true
    }
  }

  private func document(_ bytes: [UInt8]) throws(StorageError) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(bytes, in: bytes.indices)
    } catch {
      throw .importing(line: error.line, error.message)
    }
  }

  /// The rows below the names of the columns; one that is no row is left out.
  private func rows(
    _ bytes: [UInt8],
    _ work: inout Work
  ) throws(StorageError) -> ProgramTasks {
    let headerRow = ProgramShape.header(bytes)?.row ?? 0
    var names: [String] = []
    var rows: [ProgramTasks.Task] = []
    var number = 0
    var splitter = RowSplitter()
    var windowsLine: Int?
    for bytes in [bytes, nil] {
      try splitter.take(bytes) { bytes, range, place throws(StorageError) in
        defer { number += 1 }
        guard number >= headerRow else { return }
        guard !place.isTooLong else { return work.reject(.importingTooLong(place)) }
        let values: [String]
        do throws(StorageError) {
          let line = try RecordText.text(
            bytes,
            range,
            place,
            isStrict: unknownKeys == .refused,
            windowsLine: &windowsLine
          )
          values = try place.placing { () throws(RecordError) in try CSV.values(of: line) }
        } catch {
          return work.reject(error)
        }
        if number == headerRow {
          names = values.map(\.trimmed)
          let columns = columns ?? .usual
          // A column that the command line names is there.
          _ = try place.placing { () throws(RecordError) in try columns.fields(of: names) }
        } else if values.contains(where: { !$0.isEmpty }) {
          rows.append(Importer.row(names, values, place))
        }
      }
    }
    var tasks = ProgramTasks(rows: rows)
    if let windowsLine { tasks.warnings.add(RecordText.windowsWarning(windowsLine)) }
    return tasks
  }

  /// A row by the names of its columns; a value behind the last column has its number for a name.
  private static func row(
    _ names: [String],
    _ values: [String],
    _ place: RecordPlace
  ) -> ProgramTasks.Task {
    let pairs = values.enumerated().map { index, value in
      let name = names.indices.contains(index) ? names[index] : ""
      return (key: name.isEmpty ? "column \(index + 1)" : name, value: JSONValue.string(value))
    }
    return ProgramTasks.Task(values: pairs, place: place)
  }
}
