// The form of tokens, and the lines by which devices join.

import Sync
import Testing

@Suite struct HubTokenTests {
  // The checksums are those of Python's `zlib.crc32`.
  @Test(arguments: [
    "ith_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg0Id4DT",
    "ith_00000000000000000000000000000000000000000003Z0qka",
  ])
  func `a token of itemshub is told from one with a typing error`(text: String) throws {
    #expect(try HubToken(text).form == .checked)
    for index in [4, 20, text.count - 1] {
      var characters = Array(text)
      characters[index] = characters[index] == "7" ? "8" : "7"
      let mistyped = try HubToken(String(characters))
      #expect(mistyped.form == .wrongChecksum)
      let error = #expect(throws: SyncError.self) { try mistyped.checkForm("The token") }
      #expect(error?.code == .unauthorized && error?.message.contains(String(characters)) == false)
    }
    // Two neighbours in each other's place.
    var swapped = Array(text)
    if swapped[5] != swapped[6] {
      swapped.swapAt(5, 6)
      #expect(try HubToken(String(swapped)).form == .wrongChecksum)
    }
    #expect(try HubToken(String(text.dropLast())).form == .wrongLength(52))
    #expect(try HubToken(text + "x").form == .wrongLength(54))
  }

  @Test func `other tokens stay what they are`() throws {
    for text in ["s3cret", "ghp_abc", "ITH_x", "a.b.c=="] {
      let token = try HubToken(text)
      #expect(token.form == .foreign)
      try token.checkForm("The token")
    }
  }
}

@Suite struct JoinLineTests {
  private let token = "ith_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg0Id4DT"

  @Test func `a line reads back as it was printed`() throws {
    let line = JoinLine(
      remote: try Remote("https://hub.example:8443/main"),
      token: try HubToken(token)
    )
    #expect(line.text == "https://hub.example:8443/main \(token)")
    #expect(try JoinLine(line.text) == line)
  }

  @Test(arguments: ["%@ %@", "  %@ \t %@  \n", "%@\n%@\n", "\r\n%@\r\n%@\r\n"])
  func `blanks and broken lines do not matter`(form: String) throws {
    let parts = form.split(separator: "%@", omittingEmptySubsequences: false)
    let text = parts[0] + "http://127.0.0.1:8731/main" + parts[1] + token + parts[2]
    #expect(try JoinLine(text).remote == Remote("http://127.0.0.1:8731/main"))
  }

  @Test(arguments: [
    "", "https://hub.example/main", "%", "% https://hub.example/main", "https://hub.example %",
    "file:/tmp/hub % ", "https://hub.example/main % more",
    "itemsctl join https://hub.example/main %",
    "https://hub.example/main %x",
  ])
  func `anything else is refused, and no message shows the token`(form: String) {
    let text = form.replacing("%", with: token)
    let error = #expect(throws: SyncError.self) { try JoinLine(text) }
    #expect(error?.message.contains("ith_0") == false, "\(error?.message ?? "")")
  }
}
