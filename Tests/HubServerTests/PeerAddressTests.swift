import HubServer
import Testing

struct PeerAddressTests {
  @Test func `knows this machine's own addresses`() {
    #expect(PeerAddress.local.isLoopback)
    #expect(PeerAddress(high: 0, low: 1).isLoopback)
    #expect(PeerAddress(ipv4: 0x7FFF_FFFF).isLoopback)
    #expect(!PeerAddress(ipv4: 0x0A00_0001).isLoopback)
    #expect(!PeerAddress(high: 1, low: 1).isLoopback)
  }
}
