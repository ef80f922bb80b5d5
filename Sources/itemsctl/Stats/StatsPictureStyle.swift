/// The style sheet of pictures; colours keep a contrast of 4.5 for words.
enum StatsPictureStyle {
  /// The element that holds it.
  static let markup = """
    <style>
    svg {
      --page: #ffffff; --card: #f4f6f9; --words: #1c2430; --quiet: #5b6676; --grid: #e4e8ee;
      --ground: #9aa4b2; --rest: #d8dee7; --blue: #2f6fde; --green: #2a9d62; --red: #d5402b;
      --amber: #c98a00; --grey: #8a94a3;
      font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      svg {
        --page: #12161d; --card: #1c222c; --words: #e8ecf2; --quiet: #9aa6b6; --grid: #262e3a;
        --ground: #566172; --rest: #343e4d; --blue: #5b93f5; --green: #45bd80; --red: #f0705c;
        --amber: #e0ad3a; --grey: #79859a;
      }
    }
    .page { fill: var(--page) } .card { fill: var(--card) } .rest { fill: var(--rest) }
    text { fill: var(--words) }
    .head { font-size: 20px; font-weight: 600 }
    .title { font-size: 14px; font-weight: 600 }
    .figure { font-size: 28px; font-weight: 600; font-variant-numeric: tabular-nums }
    .name { font-size: 13px }
    .number { font-size: 12px; fill: var(--quiet); font-variant-numeric: tabular-nums }
    .small { font-size: 12px; fill: var(--quiet) }
    .grid { stroke: var(--grid) } .ground { stroke: var(--ground) }
    .area { fill: var(--blue); fill-opacity: .16 }
    .edge { fill: none; stroke: var(--blue); stroke-width: 2; stroke-linejoin: round }
    .fill-blue { fill: var(--blue) } .fill-green { fill: var(--green) } .fill-red { fill: var(--red) }
    .fill-amber { fill: var(--amber) } .fill-grey { fill: var(--grey) }
    </style>
    """
}
