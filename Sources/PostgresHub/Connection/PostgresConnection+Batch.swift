#if Postgres
import CPostgres

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A statement with its parameters.
package struct PostgresCommand: Sendable {
  /// What is done.
  package var statement: PostgresStatement
  /// With what.
  package var values: [PostgresValue]

  package init(_ statement: PostgresStatement, _ values: [PostgresValue] = []) {
    self.statement = statement
    self.values = values
  }
}

extension PostgresConnection {
  /// Sends all commands, and reads all their results: one round trip.
  ///
  /// The server stops at the first command that fails. A statement that this connection uses for the first time is
  /// prepared within the same round trip.
  /// - Throws: The error of the first command that failed, with its place; a transaction that it was in is to be rolled
  ///   back. Of class 08, without a place, if the connection is lost, or the server did not answer in time.
  package func run(_ commands: [PostgresCommand]) throws(PostgresError) -> [PostgresResult] {
    guard !isBroken else { throw lost() }
    let deadline = ContinuousClock.now + settings.answerTimeout
    var answers: [Answer] = []
    for (place, command) in commands.enumerated() {
      if !prepared.contains(command.statement) {
        guard sendPreparation(of: command.statement) else { throw lost() }
        answers.append(.preparation(command.statement, place))
        // Another one of the same batch need not prepare it.
        prepared.insert(command.statement)
      }
      guard send(command) else { throw lost() }
      answers.append(.command(place))
    }
    guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
    return try receive(answers, until: deadline)
  }

  /// Runs SQL that has no parameters, any number of statements, and returns the rows of the last one as texts.
  ///
  /// For migrations, and for tests.
  @discardableResult
  package func execute(_ sql: String) throws(PostgresError) -> [[String?]] {
    guard !isBroken, unsafe PQexitPipelineMode(handle) == 1 else { throw lost() }
    unsafe PQsetnonblocking(handle, 0)
    defer {
      unsafe PQsetnonblocking(handle, 1)
      unsafe PQenterPipelineMode(handle)
    }
    guard let answer = unsafe PQexec(handle, sql) else { throw lost() }
    let result = unsafe PostgresResult(answer)
    if let error = result.error(at: 0) {
      if unsafe PQstatus(handle) != CONNECTION_OK { isBroken = true }
      throw error
    }
    let columns = Int(unsafe PQnfields(answer))
    return (0..<result.count).map { row in
      (0..<columns).map { column in result.optionalText(row, column) }
    }
  }

  /// An answer that is to come.
  private enum Answer {
    case preparation(PostgresStatement, Int)
    case command(Int)

    /// The place of the command that it belongs to.
    var place: Int {
      switch self {
      case .preparation(_, let place), .command(let place): place
      }
    }
  }

  private func lost() -> PostgresError {
    isBroken = true
    return PostgresError(PostgresError.connectionLost, message)
  }

  // MARK: Sending

  private func sendPreparation(of statement: PostgresStatement) -> Bool {
    unsafe PQsendPrepare(handle, statement.rawValue, statement.sql, 0, nil) == 1
  }

  private func send(_ command: PostgresCommand) -> Bool {
    let parameters = ParameterBytes(command.values)
    let lengths = parameters.ranges.map { Int32($0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: lengths.count)
    return unsafe parameters.bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress
      let pointers = unsafe parameters.ranges.map { range -> UnsafePointer<CChar>? in
        guard let range, let start = unsafe start else { return nil }
        return unsafe (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
      }
      return unsafe PQsendQueryPrepared(
        handle,
        command.statement.rawValue,
        Int32(lengths.count),
        pointers,
        lengths,
        formats,
        1
      ) == 1
    }
  }

  // MARK: Receiving

  private func receive(
    _ answers: [Answer],
    until deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> [PostgresResult] {
    var results: [PostgresResult] = []
    var failure: PostgresError?
    for answer in answers {
      guard let result = try next(until: deadline) else { throw lost() }
      // The end of this command's results; another error if the server has closed the connection with the first one.
      guard try next(until: deadline) == nil else {
        isBroken = true
        throw failure ?? result.error(at: answer.place) ?? lost()
      }
      switch answer {
      case .preparation(let statement, let place):
        if result.status != PGRES_COMMAND_OK { prepared.remove(statement) }
        failure = failure ?? result.error(at: place)
      case .command(let place):
        failure = failure ?? result.error(at: place)
        results.append(result)
      }
      // A server that ends a connection says so first.
      if unsafe PQstatus(handle) != CONNECTION_OK {
        isBroken = true
        throw failure ?? PostgresError(PostgresError.connectionLost, message)
      }
    }
    guard let end = try next(until: deadline), end.status == PGRES_PIPELINE_SYNC else {
      throw failure ?? lost()
    }
    if let failure { throw failure }
    return results
  }

  /// The next result; nil between two commands.
  private func next(until deadline: ContinuousClock.Instant) throws(PostgresError)
    -> PostgresResult?
  {
    while unsafe PQisBusy(handle) == 1 {
      try wait(until: deadline)
      guard unsafe PQconsumeInput(handle) == 1 else {
        // What the server said before it closed is read first.
        if unsafe PQisBusy(handle) == 0 { break }
        throw lost()
      }
    }
    return unsafe PQgetResult(handle).map { unsafe PostgresResult($0) }
  }

  /// Sends what is left to be sent, and waits until there is something to read.
  private func wait(until deadline: ContinuousClock.Instant) throws(PostgresError) {
    while true {
      let flush = unsafe PQflush(handle)
      guard flush >= 0 else { throw lost() }
      let events = Int16(POLLIN) | (flush == 1 ? Int16(POLLOUT) : 0)
      var descriptor = pollfd(fd: unsafe PQsocket(handle), events: events, revents: 0)
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else {
        isBroken = true
        throw PostgresError(
          PostgresError.connectionLost,
          "PostgreSQL has not answered for \(settings.answerTimeout.components.seconds) seconds."
        )
      }
      let slice = min(left, PostgresHosts.patience)
      let milliseconds = Int(slice / .milliseconds(1)) + 1
      let ready = unsafe poll(&descriptor, 1, Int32(clamping: milliseconds))
      if ready < 0, errno != EINTR { throw lost() }
      if ready == 0, isLeftBehind {
        isBroken = true
        throw PostgresError(PostgresError.connectionLost, "Another server takes writes now.")
      }
      if ready > 0, descriptor.revents & ~Int16(POLLOUT) != 0 { return }
    }
  }
}
#endif
