#if Hub
import HubHTTP
import Testing

/// The limits and deadlines that the guide promises.
struct DefaultLimitTests {
  @Test func `deadlines are absolute, and so long`() {
    let settings = HTTPSettings()
    #expect(settings.headDeadline == .seconds(10))
    #expect(settings.bodyDeadline == .seconds(30))
    #expect(settings.idleDeadline == .seconds(75))
    #expect(settings.handshakeDeadline == .seconds(10))
    #expect(settings.writeDeadline == .seconds(30))
    #expect(settings.leastRate == 8_192)
  }

  @Test func `a head has 8 KiB in its line, 16 KiB in its fields, and 64 of these`() {
    let limits = HeadLimits()
    #expect(limits.requestLine == 8_192)
    #expect(limits.headers == 16_384)
    #expect(limits.headerCount == 64)
  }
}
#endif
