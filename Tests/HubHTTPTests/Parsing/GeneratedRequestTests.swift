#if Hub
import Foundation
import HubHTTP
import HubServer
import Sync
import Testing

/// Generated streams: `HTTP_COUNT` of them, the first of which has the seed `HTTP_SEED`.
///
/// Stream number n follows from the seed plus n alone. With `HTTP_CORPUS` they are written to that file, each with what
/// became of it, for Scripts/compare-h11.
struct GeneratedRequestTests {
  private let seed = UInt64(environmentNumber("HTTP_SEED") ?? 1)
  private let count = environmentNumber("HTTP_COUNT") ?? 20_000

  @Test
  func
    `what the grammar makes is taken, what is changed is taken or refused, alike in every split`()
    throws
  {
    let corpus = try CorpusFile()
    var (accepted, findings) = (0, 0)
    for number in 0..<count {
      var grammar = RequestGrammar(seed: seed &+ UInt64(number))
      let samples = grammar.stream()
      let plain = samples.flatMap(\.bytes)
      let isPlain = grammar.oneIn(8)
      let stream = isPlain ? plain : grammar.mutated(plain)
      let run = ParserRun(stream)
      if run.refusal == nil, run.endRefusal == nil { accepted += 1 }
      let fault = isPlain ? difference(run, samples) : nil
      let cuts = grammar.cuts(of: stream.count)
      let cut = ParserRun(stream, cuts: cuts)
      if fault != nil || !cut.agrees(with: run) {
        findings += 1
        let text = String(decoding: stream.prefix(600), as: UTF8.self).debugDescription
        Issue.record(
          """
          HTTP_SEED=\(seed &+ UInt64(number)) HTTP_COUNT=1: \(fault ?? "cut at \(cuts)"), \(run.outcome) but \(cut.outcome): \
          \(text)
          """
        )
        if findings == 10 { break }
      }
      try corpus.write(stream, run)
    }
    if count > 20_000 { print("fuzz: http: \(count) streams, \(accepted) taken whole") }
  }

  private func difference(_ run: ParserRun, _ samples: [RequestGrammar.Sample]) -> String? {
    guard run.refusal == nil, run.endRefusal == nil else {
      return "refused: \(String(describing: run.refusal))"
    }
    guard run.requests.count == samples.count else {
      return "\(run.requests.count) requests of \(samples.count)"
    }
    var end = 0
    for (request, sample) in zip(run.requests, samples) {
      end += sample.bytes.count
      guard request.body == sample.body, request.head.request.method == sample.method,
        request.head.request.path == sample.path, request.end == end
      else { return "another request than \(sample)" }
    }
    return nil
  }
}

/// Streams for another parser: one JSON object a line.
private struct CorpusFile {
  private let handle: FileHandle?

  init() throws {
    let path = ProcessInfo.processInfo.environment["HTTP_CORPUS"]
    if let path { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    handle = try path.map { try FileHandle(forWritingTo: URL(filePath: $0)) }
  }

  func write(_ stream: [UInt8], _ run: ParserRun) throws {
    guard let handle else { return }
    let requests = run.requests.map { request -> [String: Any] in
      [
        "method": request.head.request.method, "path": request.head.request.path,
        "end": request.end,
        "headers": request.head.request.headers.count, "keeps": request.head.keepsAlive,
        "body": Data(request.body).base64EncodedString(),
      ]
    }
    let refusal = run.refusal ?? run.endRefusal
    let line: [String: Any] = [
      "stream": Data(stream).base64EncodedString(), "requests": requests,
      "status": run.refusal?.status ?? 0, "reason": refusal?.reason ?? "",
    ]
    try handle.write(contentsOf: JSONSerialization.data(withJSONObject: line) + Data("\n".utf8))
  }
}
#endif
