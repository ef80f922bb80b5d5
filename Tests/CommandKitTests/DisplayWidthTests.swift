import Testing

@testable import CommandKit

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("한국어", 6),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("ｶﾅ", 2), ("（）", 4), ("🧀", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2),
    ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("✓", 1), ("…", 1), ("·", 1), ("a\u{200B}b", 2), ("Z͑ͫ̓", 1),
    ("اتصل", 4), ("1️⃣", 2), ("खाना", 4), ("क्ष", 2), ("សួស្តី", 3),
    ("🏳️‍🌈", 2), ("☎", 1), ("a\u{200E}", 1),
  ]) func `a text takes as many columns as a terminal gives it`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("a👩‍👩‍👧‍👦b", 3, "a…"), ("a👩‍👩‍👧‍👦b", 4, "a👩‍👩‍👧‍👦b"),
  ]) func `cutting never splits a character`(text: String, width: Int, cut: String) {
    #expect(text.truncated(toWidth: width) == cut)
    #expect(cut.displayWidth <= width)
  }

  @Test(arguments: [
    ("a b c", 3, ["a b", "c"]), ("abcdef", 4, ["abcd", "ef"]),
    ("ab cdefgh i", 4, ["ab", "cdef", "gh i"]),
    ("", 4, [""]), ("日本語", 4, ["日本", "語"]), ("  indented", 20, ["  indented"]),
  ]) func `text is broken at spaces, long words where they must`(
    text: String,
    width: Int,
    lines: [String]
  ) {
    #expect(text.wrapped(toWidth: width) == lines)
  }
}
