import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct ChartTests {
  @Test(arguments: [
    (0, 10, ""), (1, 1_000_000, "▏"), (10, 10, "██████████"), (5, 10, "█████"), (1, 3, "███▍"),
    (0, 0, ""), (3, 0, ""),
  ]) func `a bar shows its part of the width, and the least thing a little`(
    value: Int,
    most: Int,
    bar: String
  ) {
    #expect(ChartSymbols.blocks.bar(value, of: most, width: 10) == bar)
  }

  @Test func `bars never outgrow their room, and a greater value has no shorter bar`() {
    for symbols in [ChartSymbols.blocks, .ascii] {
      for width in 0...12 {
        var last = 0
        for value in 0...50 {
          let columns = symbols.bar(value, of: 50, width: width).displayWidth
          #expect(last...max(last, width) ~= columns)
          last = columns
        }
        #expect(last == width)
      }
    }
  }

  @Test func `columns rise from below, part by part`() {
    #expect(
      ChartSymbols.blocks.columns([0, 1, 8, 9, 16], of: 16, height: 2) == ["   ▁█", " ▁███"]
    )
    #expect(ChartSymbols.ascii.columns([0, 1, 3, 4, 6], of: 6, height: 2) == ["   .#", " .###"])
    #expect(ChartSymbols.blocks.columns([0, 0], of: 0, height: 2) == ["  ", "  "])
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_999, "9.9 kB"), (10_000, "10 kB"),
    (999_999, "999 kB"), (1_200_000, "1.2 MB"), (5_000_000_000, "5.0 GB"),
    (12_345_000_000_000, "12345 GB"),
  ]) func `sizes have two or three digits`(count: Int, text: String) {
    #expect(ByteCount.text(of: count) == text)
  }
}
