import HubServer
import Sync
import Testing

@Suite struct `A token's text` {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `is hashed by what these tests have of SHA-256`(text: String, hash: String) {
    let hex = SHA256.hash(Array(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }
    #expect(hex.joined() == hash)
  }

  @Test func `has a prefix, 43 digits and a checksum, and never changes`() {
    #expect(HubTokenFormat.text(of: [UInt8](repeating: 0, count: 32)).hasPrefix("ith_0000"))
    for bytes in [[UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32)] {
      let text = HubTokenFormat.text(of: bytes)
      #expect(text.utf8.count == 53)
      #expect(HubTokenFormat.read(text) == .wellFormed)
    }
    // Computed by Python's zlib and integers.
    let text = HubTokenFormat.text(of: Array(0..<32))
    #expect(text == "ith_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf4O8GpE")
  }

  @Test func `tells a typing error from something else`() {
    let text = HubTokenFormat.text(of: Array(1...32))
    for place in 4..<53 {
      var bytes = Array(text.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
      #expect(HubTokenFormat.read(String(decoding: bytes, as: UTF8.self)) == .mistyped)
    }
    for foreign in ["", "ith_", text + "0", String(text.dropLast()), "Ith_" + text.dropFirst(4)] {
      #expect(HubTokenFormat.read(foreign) == .foreign)
    }
    #expect(HubTokenFormat.read(text.dropLast() + "-") == .foreign)
  }
}
