/// A picture of the screen as SVG, as a dark terminal shows it.
package struct CanvasDrawing {
  package let canvas: Canvas
  /// What the picture is called, for those who hear it.
  package let title: String

  package init(canvas: Canvas, title: String) {
    self.canvas = canvas
    self.title = title
  }

  private static let cell = 8.4
  private static let line = 19.0
  private static let margin = 12.0
  private static let size = 14.0
  private static let ground = "#0d1117"
  private static let plain = "#e6edf3"
  private static let faint = "#8b949e"

  /// The whole document.
  package var svg: String {
    let width = CanvasDrawing.margin * 2 + CanvasDrawing.cell * Double(canvas.size.columns)
    let height = CanvasDrawing.margin * 2 + CanvasDrawing.line * Double(canvas.size.rows)
    var document = SVGDocument()
    document.add(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width.svg) \(height.svg)\" "
        + "width=\"\(width.svg)\" height=\"\(height.svg)\" role=\"img\" font-family=\"ui-monospace, "
        + "SFMono-Regular, Menlo, DejaVu Sans Mono, monospace\" font-size=\"\(CanvasDrawing.size.svg)\">"
    )
    document.add("<title>\(title.escapedForXML)</title>")
    document.add(
      "<rect width=\"\(width.svg)\" height=\"\(height.svg)\" rx=\"8\" fill=\"\(CanvasDrawing.ground)\"/>"
    )
    for row in canvas.rows.indices {
      for run in runs(of: row) { draw(run, row: row, in: &document) }
    }
    if let cursor = canvas.cursor {
      let (x, y) = place(row: cursor.row, column: cursor.column)
      document.add(
        "<rect x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(CanvasDrawing.cell.svg)\" "
          + "height=\"\(CanvasDrawing.line.svg)\" fill=\"\(CanvasDrawing.plain)\" opacity=\"0.6\"/>"
      )
    }
    document.add("</svg>")
    return document.text
  }

  /// Cells beside each other that look alike.
  private struct Run {
    var column: Int
    var cells: [Canvas.Cell]
    var style: CellStyle { cells.first?.style ?? .plain }
  }

  private func runs(of row: Int) -> [Run] {
    var runs: [Run] = []
    // Words stand each in its own place, whatever a font makes of blanks: two end what was begun.
    var isOpen = false
    for (column, cell) in canvas.rows[row].enumerated() {
      if isOpen, let last = runs.last, last.style == cell.style || cell.isCovered {
        isOpen = cell != .blank || last.cells.last != .blank
        if isOpen { runs[runs.count - 1].cells.append(cell) }
      } else if cell != .blank {
        runs.append(Run(column: column, cells: [cell]))
        isOpen = true
      } else {
        isOpen = false
      }
    }
    return runs
  }

  private func place(row: Int, column: Int) -> (x: Double, y: Double) {
    (
      CanvasDrawing.margin + CanvasDrawing.cell * Double(column),
      CanvasDrawing.margin + CanvasDrawing.line * Double(row)
    )
  }

  private func draw(_ run: Run, row: Int, in document: inout SVGDocument) {
    let (x, y) = place(row: row, column: run.column)
    let color = CanvasDrawing.color(of: run.style)
    if run.style.isReversed {
      let width = CanvasDrawing.cell * Double(run.cells.count)
      document.add(
        "<rect x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(width.svg)\" "
          + "height=\"\(CanvasDrawing.line.svg)\" fill=\"\(color)\"/>"
      )
    }
    // A blank at the end was no part of the words.
    let cells = run.cells.last == .blank ? run.cells.dropLast() : run.cells[...]
    let text = cells.map(\.text).joined()
    guard text.contains(where: { $0 != " " }) else { return }
    let weight = run.style.isBold ? " font-weight=\"bold\"" : ""
    let line = run.style.isUnderlined ? " text-decoration=\"underline\"" : ""
    let fill = run.style.isReversed ? CanvasDrawing.ground : color
    document.add(
      "<text x=\"\(x.svg)\" y=\"\((y + CanvasDrawing.size).svg)\" "
        + "textLength=\"\((CanvasDrawing.cell * Double(cells.count)).svg)\" fill=\"\(fill)\"\(weight)\(line) "
        + "xml:space=\"preserve\">\(text.escapedForXML)</text>"
    )
  }

  private static func color(of style: CellStyle) -> String {
    switch style.color {
    case .red: "#ff7b72"
    case .green: "#7ee787"
    case .yellow: "#f2cc60"
    case .blue: "#79c0ff"
    case .magenta: "#d2a8ff"
    case .cyan: "#76e3ea"
    case .standard: style.isFaint ? faint : plain
    }
  }
}
