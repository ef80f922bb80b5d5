#if Postgres
import Storage
import Sync

/// A transaction on one space, which several bodies may use one after the other.
///
/// It begins with one round trip that locks the space's row and fetches what the bodies are known to read, and ends
/// with one that writes everything and commits. In between, changes stay in memory: those of the body that runs, and
/// those of the bodies before it. A body that fails is forgotten, and the server is never told of it.
///
/// What cannot be done in memory, such as a purge, makes it tell the server everything at once. A savepoint then stands
/// between the bodies before and the one that runs.
final class PostgresHubTransaction {
  let connection: PostgresConnection
  let name: String
  var known = KnownSpace()
  /// What the bodies before changed.
  private(set) var base = PendingChanges()
  /// What the body that runs changed.
  var own = PendingChanges()
  /// Whether the server knows changes of the body that runs.
  private var hasSavepoint = false
  /// The error of the server or the connection that a body met; the transaction is lost.
  private(set) var failure: PostgresError?
  /// What its commit will show to whoever looks later.
  private(set) var trace = CommitTrace()
  private var ownTrace = CommitTrace()
  /// Whether the row of the space is locked, so that its commit is that of the primary.
  let isLocked: Bool
  /// Whether a body of a reading transaction came to an answer that needs the lock.
  private(set) var needsLock = false

  /// Begins a transaction that reads from one snapshot.
  init(reading name: String, on connection: PostgresConnection) throws(PostgresError) {
    self.name = name
    self.connection = connection
    isLocked = false
    let results = try connection.run([
      PostgresCommand(.beginReading), PostgresCommand(.readSpace, [.text(name)]),
    ])
    known.takeSpace(results[1])
  }

  /// Begins a transaction that writes, once it has the lock of the space's row.
  init(
    writing name: String,
    foreseen: ForeseenReads,
    on connection: PostgresConnection
  ) throws(PostgresError) {
    self.name = name
    self.connection = connection
    isLocked = true
    let questions = foreseen.questions(of: name)
    let results = try connection.run(
      [PostgresCommand(.begin), PostgresCommand(.lockSpace, [.text(name)])] + questions
    )
    known.takeSpace(results[1])
    for (question, result) in zip(questions, results.dropFirst(2)) {
      known.take(result, of: question)
    }
    foreseen.noteAbsences(in: &known)
  }

  // MARK: Asking the server

  /// Sends commands, and returns their results; an error ends the transaction.
  func ask(_ commands: [PostgresCommand]) throws(HubError) -> [PostgresResult] {
    if let failure { throw HubError(failure) }
    do throws(PostgresError) {
      return try connection.run(commands)
    } catch {
      failure = error
      throw HubError(error)
    }
  }

  /// Gives the transaction up, so that it is run again; returns what to throw.
  func lose(_ error: PostgresError) -> HubError {
    failure = error
    return HubError(error)
  }

  /// Asks one question about the space; its name comes first.
  func ask(
    _ statement: PostgresStatement,
    _ values: PostgresValue...
  ) throws(HubError) -> PostgresResult {
    let results = try ask([PostgresCommand(statement, [.text(name)] + values)])
    guard let result = results.first else {
      throw HubError(.inputOutput, "PostgreSQL gave no result.")
    }
    return result
  }

  /// The first column of the first row, or nil.
  func number(
    _ statement: PostgresStatement,
    _ values: PostgresValue...
  ) throws(HubError) -> Int64? {
    let results = try ask([PostgresCommand(statement, [.text(name)] + values)])
    guard let result = results.first, !result.isEmpty else { return nil }
    return result.optionalInteger(0, 0)
  }

  // MARK: Telling the server

  /// Tells the server all changes so far, so that it can be asked about them.
  func flush() throws(HubError) {
    guard !base.isEmpty || !own.isEmpty else { return }
    try spill()
  }

  /// Tells the server all changes so far, in a way that those of the body that runs can be taken back.
  func spill() throws(HubError) {
    try learnParts(known.changedPartNumbers(by: base.digest.added(to: own.digest)))
    try learnParts(
      known.changedPartNumbers(by: base.digest) + known.changedPartNumbers(by: own.digest)
    )
    var commands = known.commands(for: base, in: name)
    known.take(base)
    base = PendingChanges()
    if !hasSavepoint { commands.append(PostgresCommand(.savepoint)) }
    hasSavepoint = true
    commands += known.commands(for: own, in: name)
    known.take(own)
    own = PendingChanges()
    _ = try ask(commands)
  }

  /// Makes sure that these parts of the digest are known.
  func learnParts(_ parts: [Int]) throws(HubError) {
    let missing = Set(parts).filter { known.digestParts[$0] == nil }.sorted()
    guard !missing.isEmpty else { return }
    let question = PostgresCommand(
      .digestParts,
      [.text(name), .integers(missing.map(Int64.init))]
    )
    for result in try ask([question]) { known.take(result, of: question) }
    for part in missing where known.digestParts[part] == nil {
      known.digestParts[part] = Array(repeating: 0, count: KnownSpace.sumsPerPart)
    }
  }

  // MARK: Bodies

  /// Keeps what the body changed.
  func bodySucceeded() {
    base.merge(own)
    own = PendingChanges()
    trace.merge(ownTrace)
    ownTrace = CommitTrace()
    hasSavepoint = false
  }

  /// Forgets what the body changed.
  func bodyFailed() throws(HubError) {
    own = PendingChanges()
    ownTrace = CommitTrace()
    guard hasSavepoint else { return }
    hasSavepoint = false
    let results = try ask([
      PostgresCommand(.rollBackToSavepoint), PostgresCommand(.readSpace, [.text(name)]),
    ])
    known = KnownSpace()
    known.takeSpace(results[1])
  }

  func noteTrace(commit head: Int64, nonce: Int64) { ownTrace.note(commit: head, nonce: nonce) }
  func noteTrace(session: Int64, _ known: HubSession) { ownTrace.note(session: session, known) }

  /// Ends a body whose answer needs the lock, if the transaction only reads.
  func confirm() throws(HubError) {
    guard !isLocked else { return }
    needsLock = true
    throw HubError(.busy, "The space is to be read again under its lock.")
  }

  // MARK: Its end

  /// Writes what is left, and commits.
  ///
  /// - Throws: ``PostgresError``; one of SQLSTATE 40003 if it was committed and may lack the standby.
  func commit() throws(PostgresError) {
    if let failure { throw failure }
    var commands: [PostgresCommand] = []
    do throws(HubError) {
      try learnParts(known.changedPartNumbers(by: base.digest))
      commands = known.commands(for: base, in: name)
    } catch {
      throw failure ?? PostgresError("XX000", error.message)
    }
    connection.notices.mayLackStandby = false
    let results = try connection.run(commands + [PostgresCommand(.commit)])
    guard results.last?.tag == "COMMIT" else {
      throw PostgresError("40000", "PostgreSQL rolled the transaction back.", place: 0)
    }
    guard !connection.notices.mayLackStandby else {
      throw PostgresError(
        "40003",
        "The wait for a standby was cancelled: whether it has the commit is unknown."
      )
    }
  }
}
#endif
