// The text of tokens, whose form does not change.

import Sync
import Testing

@Suite struct `A token's text` {
  // The checksums are those of Python's `zlib.crc32`.
  @Test(arguments: [
    "ith_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg0Id4DT",
    "ith_00000000000000000000000000000000000000000003Z0qka",
  ])
  func `is told from one with a typing error`(text: String) {
    #expect(HubTokenFormat.read(text) == .wellFormed)
    for index in 4..<text.count {
      var characters = Array(text)
      characters[index] = characters[index] == "7" ? "8" : "7"
      #expect(HubTokenFormat.read(String(characters)) == .mistyped, "\(index)")
    }
    #expect(HubTokenFormat.read(text.dropLast()) == .mistyped)
    #expect(HubTokenFormat.read(text + "x") == .mistyped)
    #expect(HubTokenFormat.read(text.dropLast() + "-") == .mistyped)
  }

  @Test func `has the random bytes padded to one length`() {
    let zero = HubTokenFormat.text(of: [UInt8](repeating: 0, count: 32))
    #expect(zero == "ith_00000000000000000000000000000000000000000003Z0qka")
    let most = HubTokenFormat.text(of: [UInt8](repeating: 255, count: 32))
    #expect(most.utf8.count == HubTokenFormat.length)
    #expect(HubTokenFormat.read(most) == .wellFormed)
  }

  @Test(arguments: ["", "s3cret", "ITH_x", "a.b.c=="])
  func `is not taken for that of another kind`(text: String) {
    #expect(HubTokenFormat.read(text) == .foreign)
  }
}
