internal import CSQLite

/// The SQL function `day_order(due, zone)`: the place of a day or an instant in the order of a zone.
///
/// For orders that no index gives. The zone is a number that ``call(on:in:)`` has given it.
enum DayOrderFunction {
  private static let name = "day_order"

  /// A call on a column.
  static func call(on column: String, in zone: LocalZone) -> String {
    "\(name)(\(column), \(ZoneTable.number(of: zone)))"
  }

  /// Registers the function on a connection.
  static func register(on connection: Connection) throws(StorageError) {
    let code = unsafe sqlite3_create_function_v2(
      connection.handle,
      name,
      2,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      nil,
      { context, _, arguments in
        guard let arguments = unsafe arguments else { return }
        guard unsafe sqlite3_value_type(arguments[0]) == SQLITE_INTEGER,
          let order = ZoneTable.order(
            of: unsafe sqlite3_value_int64(arguments[0]),
            in: Int(unsafe sqlite3_value_int64(arguments[1]))
          )
        else { return unsafe sqlite3_result_null(context) }
        unsafe sqlite3_result_int64(context, order)
      },
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK else { throw connection.error(code, doing: "Preparing") }
  }
}

/// The zones that queries have been asked in, and the orders of days there that were looked up.
enum ZoneTable {
  private struct Entry {
    let zone: LocalZone
    var orders = DayOrders()
  }

  /// The orders of days, each in the place that its last bits name, where a later day with the same bits replaces it.
  private struct DayOrders {
    private var known: [(column: Int64, order: Int64)] = []

    private static let places = 4_096

    subscript(column: Int64) -> Int64? {
      guard !known.isEmpty else { return nil }
      let place = known[Int(truncatingIfNeeded: column) & (DayOrders.places - 1)]
      return place.column == column ? place.order : nil
    }

    mutating func set(_ column: Int64, _ order: Int64) {
      // No day is 0.
      if known.isEmpty { known = Array(repeating: (0, 0), count: DayOrders.places) }
      known[Int(truncatingIfNeeded: column) & (DayOrders.places - 1)] = (column, order)
    }
  }

  private struct State {
    var numbers: [String: Int] = [:]
    var entries: [Entry] = []
  }

  private static let state = Locked(State())

  static func number(of zone: LocalZone) -> Int {
    let identifier = zone.identifier
    return state.withLock { state in
      if let number = state.numbers[identifier] { return number }
      state.numbers[identifier] = state.entries.count
      state.entries.append(Entry(zone: zone))
      return state.entries.count - 1
    }
  }

  static func order(of column: Int64, in number: Int) -> Int64? {
    guard let value = DayOrInstant(column: column) else { return nil }
    guard case .day = value else { return value.order(in: .utc) }
    return state.withLock { state in
      guard state.entries.indices.contains(number) else { return nil }
      if let known = state.entries[number].orders[column] { return known }
      let order = value.order(in: state.entries[number].zone)
      state.entries[number].orders.set(column, order)
      return order
    }
  }
}
