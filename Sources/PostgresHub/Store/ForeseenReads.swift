#if Postgres
import Storage
import Sync

/// What the bodies of one transaction will read, as far as it is known before.
struct ForeseenReads {
  private var sessions: Set<Int64> = []
  private var heads: Set<Int64> = []
  private var items: Set<ItemID> = []

  /// Documents up to so many bytes are fetched before they are asked for.
  static let maxDocument: Int64 = 16_384

  init(_ reads: [HubReads], trace: CommitTrace? = nil) {
    for read in reads {
      if let session = read.session { sessions.insert(session) }
      if let head = read.commit { heads.insert(head) }
      items.formUnion(read.items)
    }
    if let commit = trace?.commit { heads.insert(commit.head) }
    if let session = trace?.session { sessions.insert(session.number) }
  }

  private var parts: Set<Int> { Set(items.map(KnownSpace.part)) }

  /// What to ask the server, with the lock of the space's row.
  func questions(of name: String) -> [PostgresCommand] {
    let space = PostgresValue.text(name)
    var questions = [
      PostgresCommand(.greatestSequence, [space, .integer(KnownSpace.sequenceLimit)])
    ]
    if !heads.isEmpty {
      questions.append(PostgresCommand(.nonces, [space, .integers(Array(heads))]))
    }
    if !sessions.isEmpty {
      questions.append(PostgresCommand(.sessions, [space, .integers(Array(sessions))]))
    }
    guard !items.isEmpty else { return questions }
    questions.append(
      PostgresCommand(
        .rows,
        [space, .ids(Array(items)), .integer(ForeseenReads.maxDocument)]
      )
    )
    questions.append(
      PostgresCommand(.digestParts, [space, .integers(parts.map(Int64.init))])
    )
    return questions
  }

  /// Notes what the server was asked for and does not have.
  func noteAbsences(in known: inout KnownSpace) {
    for head in heads where known.commits[head] == nil {
      known.commits.updateValue(nil, forKey: head)
    }
    for session in sessions where known.sessions[session] == nil {
      known.sessions.updateValue(nil, forKey: session)
    }
    for item in items where known.rows[item] == nil { known.rows[item] = .absent }
    for part in parts where known.digestParts[part] == nil {
      known.digestParts[part] = Array(repeating: 0, count: KnownSpace.sumsPerPart)
    }
  }
}
#endif
