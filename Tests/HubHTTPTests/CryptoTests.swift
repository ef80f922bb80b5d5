#if Hub
import HubHTTP
import Testing

struct CryptoTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `SHA-256 is that of FIPS 180-4`(_ text: String, _ digest: String) {
    let hex = Crypto.sha256(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    #expect(hex.joined() == digest)
  }

  @Test func `random bytes are as many as asked for, and others each time`() {
    #expect(Crypto.randomBytes(0).isEmpty)
    let samples = (0..<100).map { _ in Crypto.randomBytes(32) }
    #expect(samples.allSatisfy { $0.count == 32 })
    #expect(Set(samples).count == 100)
    #expect(Crypto.randomBytes(100_000).count == 100_000)
  }
}
#endif
