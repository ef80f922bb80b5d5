// Messages in a few words, for traces.

import Storage
import Sync

extension SyncRequest {
  var outline: String {
    switch self {
    case .push(let push):
      "push n=\(push.counter) cur=\(push.cursor) "
        + push.changes.map { "\($0.id.low & 63)\($0.isNew ? "+" : "")" }.joined(separator: " ")
    case .changes(let changes):
      "changes after=\(changes.after)\(changes.isBootstrap ? " boot" : "")"
    case .verify(let verify): "verify at=\(verify.head)"
    case .wait(let wait): "wait after=\(wait.after)"
    }
  }
}

extension StoreWork {
  var outline: String {
    switch self {
    case .prepare: "prepares"
    case .acknowledge(let push, let reply):
      "takes acknowledgement n=\(push.counter) \(reply.previous)→\(reply.token.head)"
    case .lookAhead(let push, let number):
      "looks behind \(number) for what follows n=\(push.counter)"
    case .proceed(let push, let reply, let ahead, _):
      "takes acknowledgement n=\(push.counter) \(reply.previous)→\(reply.token.head), then pushes "
        + ahead.changes.map { "\($0.id.low & 63)" }.joined(separator: " ")
    case .merge(let request, let page): "takes page \(request.after)→\(page.end)"
    case .reset(let kind, _): "resets: \(kind)"
    case .rekey: "draws a new session"
    case .digest: "takes its digest"
    case .noteDifference: "notes that it differs"
    case .shrink: "halves its batch"
    }
  }
}

extension SyncReply {
  var outline: String {
    switch self {
    case .push(.stale): "stale"
    case .push(.accepted(let acceptance)):
      "accepted \(acceptance.previous)→\(acceptance.token.head) "
        + acceptance.results.map(\.outline).joined(separator: " ")
    case .changes(let page):
      "page to \(page.end): "
        + page.rows.map { "\($0.id.low & 63)@\($0.sequence)" }.joined(separator: " ")
    case .verify(let verify): "\(verify)"
    case .wait(let wait): "\(wait)"
    case .reset(let reset): "\(reset)"
    }
  }
}

extension Result<SyncReply, ExchangeError> {
  var outline: String {
    switch self {
    case .success(let reply): reply.outline
    case .failure(let failure): "\(failure)"
    }
  }
}

extension PushResult {
  fileprivate var outline: String {
    switch outcome {
    case .ok(let sequence): "\(id.low & 63):ok@\(sequence)"
    case .lost(let sequence, _): "\(id.low & 63):lost@\(sequence)"
    case .gone: "\(id.low & 63):gone"
    case .bad(let code): "\(id.low & 63):\(code)"
    }
  }
}

extension Stamp {
  /// Milliseconds, counter and the node's last digits.
  var outline: String { "\(milliseconds).\(counter)/\(node & 0xFFFF)" }
}
