#if Hub
import HubHTTP
import HubServer
import Storage
import Testing

/// Each request that has a fault is refused with its status, however its bytes arrive.
struct RefusalTests {
  @Test func `there are more than 150 of them`() { #expect(malformedRequests.count > 150) }

  @Test(arguments: malformedRequests.indices)
  func `a malformed request is refused, whole and byte by byte`(_ index: Int) {
    let (status, text) = malformedRequests[index]
    let stream = Array(text.latin1)
    let whole = ParserRun(stream)
    #expect(whole.refusal?.status == status, "\(text.prefix(200)): \(whole)")
    #expect(whole.requests.isEmpty)
    #expect(ParserRun(stream, cuts: Array(1..<stream.count)) == whole)
  }

  @Test func `the splits change nothing`() {
    let seed = UInt64(environmentNumber("HTTP_SEED") ?? 1)
    var random = SeededGenerator(seed: seed)
    for (_, text) in malformedRequests {
      let stream = Array(text.latin1)
      let whole = ParserRun(stream)
      for _ in 0..<20 {
        let cuts = random.cuts(of: stream.count)
        #expect(ParserRun(stream, cuts: cuts) == whole, "HTTP_SEED=\(seed): \(cuts), \(text)")
      }
    }
  }

  /// What follows a refused request is not looked at.
  @Test func `no second request comes out of one that was refused`() {
    for (_, text) in malformedRequests {
      let smuggled = text + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
      #expect(ParserRun(Array(smuggled.latin1)).requests.isEmpty, "\(text)")
    }
  }
}

extension String {
  /// Each character as one byte, so that a table can hold bytes that are no UTF-8.
  var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
#endif
