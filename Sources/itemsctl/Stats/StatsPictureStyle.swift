/// The style sheet of pictures; colours keep a contrast of 4.5 for words.
///
/// Each rule has its colours as they are: librsvg, which draws pictures for many programs, knows no variables.
enum StatsPictureStyle {
  /// The colours of one kind of page.
  private struct Palette {
    let page, card, words, quiet, grid, ground, rest: String
    let blue, green, red, amber, grey: String

    static let light = Palette(
      page: "#ffffff",
      card: "#f4f6f9",
      words: "#1c2430",
      quiet: "#5b6676",
      grid: "#e4e8ee",
      ground: "#9aa4b2",
      rest: "#d8dee7",
      blue: "#2f6fde",
      green: "#2a9d62",
      red: "#d5402b",
      amber: "#c98a00",
      grey: "#8a94a3"
    )
    static let dark = Palette(
      page: "#12161d",
      card: "#1c222c",
      words: "#e8ecf2",
      quiet: "#9aa6b6",
      grid: "#262e3a",
      ground: "#566172",
      rest: "#343e4d",
      blue: "#5b93f5",
      green: "#45bd80",
      red: "#f0705c",
      amber: "#e0ad3a",
      grey: "#79859a"
    )

    var rules: String {
      """
      .page { fill: \(page) } .card { fill: \(card) } .rest { fill: \(rest) }
      text { fill: \(words) }
      .number, .small { fill: \(quiet) }
      .grid { stroke: \(grid) } .ground { stroke: \(ground) }
      .area { fill: \(blue) } .edge { stroke: \(blue) }
      .fill-blue { fill: \(blue) } .fill-green { fill: \(green) } .fill-red { fill: \(red) }
      .fill-amber { fill: \(amber) } .fill-grey { fill: \(grey) }
      """
    }
  }

  /// The element that holds it.
  static let markup = """
    <style>
    svg {
      font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
    }
    .head { font-size: 20px; font-weight: 600 }
    .title { font-size: 14px; font-weight: 600 }
    .figure { font-size: 28px; font-weight: 600; font-variant-numeric: tabular-nums }
    .name { font-size: 13px }
    .number { font-size: 12px; font-variant-numeric: tabular-nums }
    .small { font-size: 12px }
    .area { fill-opacity: .16 }
    .edge { fill: none; stroke-width: 2; stroke-linejoin: round }
    \(Palette.light.rules)
    @media (prefers-color-scheme: dark) {
    \(Palette.dark.rules)
    }
    </style>
    """
}
