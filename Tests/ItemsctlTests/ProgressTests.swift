import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct ProgressTests {
  /// What is drawn when each step takes some milliseconds.
  private func drawn(
    step: Int,
    total: Int? = 10,
    redrawnWidth: Int? = 80,
    isQuiet: Bool = false
  ) throws -> [String] {
    let sink = CapturedSink()
    let time = Locked(Duration.zero)
    let output = Output(
      of: "itemsctl",
      to: sink,
      messagesTo: sink,
      appearance: .plain,
      isQuiet: isQuiet,
      redrawnWidth: redrawnWidth
    )
    let progress = Progress(output, "Importing", total: total) { time.withLock { $0 } }
    for done in 1...10 {
      time.withLock { $0 += .milliseconds(step) }
      try progress.advance(to: done, count: 100 * done)
    }
    return sink.text.split(separator: "\r\u{1B}[K").map(String.init)
  }

  @Test func `work that ends soon says nothing`() throws {
    #expect(try drawn(step: 7).isEmpty)
  }

  @Test func `the first line comes within a tenth of a second, and then one now and again`() throws
  {
    let lines = try drawn(step: 40)
    #expect(lines.count == 5)
    #expect(lines.first == "Importing ████░░░░░░░░░░░░░░░░ 20 %, 200 items")
    #expect(lines.last == "Importing ████████████████████ 100 %, 1000 items")
  }

  @Test(arguments: [
    (49, "Importing ████████████████████ 100 %, 1000 items"),
    (48, "Importing 100 %, 1000 items"), (28, "Importing 100 %, 1000 items"),
    (27, "Importing 100 %"), (20, "Importing 100 %"),
  ]) func `on a narrow terminal nothing is cut off that would mislead`(
    width: Int,
    line: String
  ) throws {
    let lines = try drawn(step: 90, redrawnWidth: width)
    #expect(lines.last == line && lines.allSatisfy { $0.displayWidth < width })
  }

  @Test func `without an end in sight only the items are told`() throws {
    #expect(try drawn(step: 90, total: nil).first == "Importing… 100 items")
  }

  @Test(arguments: [("export -o FILE", "Exporting"), ("import FILE", "Importing")])
  func `a command draws progress while its clock goes, and none while it stands`(
    line: String,
    verb: String
  ) async throws {
    let workplace = try Workplace()
    let file = workplace.file("items.json")
    var shell = try Shell(.full, isTerminal: true, width: 60)
    _ = await shell("export", "-q", "-o", file)
    let words = line.split(separator: " ").map { $0 == "FILE" ? file : String($0) }
    let standing = await shell.run(words)
    #expect(standing.code == .success && !standing.errors.contains("\u{1B}"), "\(standing)")
    // A second goes by whenever somebody looks.
    let time = Locked(Duration.zero)
    shell.elapsed = {
      time.withLock {
        $0 += .seconds(1)
        return $0
      }
    }
    let going = await shell.run(words)
    #expect(going.code == .success && going.errors.contains("\r\u{1B}[K\(verb) █"), "\(going)")
    #expect(going.output == standing.output)
    // Nor where it is not wanted.
    shell.variables["ITEMSCTL_PROGRESS"] = "none"
    #expect(await shell.run(words) == standing)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `on a terminal an export that is held up draws progress, unless none is wanted`()
    async throws
  {
    let workplace = try Workplace()
    // More than a pipe holds. It is read from when the first byte has come, and then more time has passed than work
    // may take that says nothing: so the last page is written after that time, whether the machine is fast or slow.
    let line = """
      mkfifo pipe; { dd bs=1 count=1 2>/dev/null; sleep 0.2; cat; } <pipe >copy & \
      $0 --store memory: --fixture large:2000 export --format json -o pipe; wait
      """
    for (variables, draws) in [([:], true), (["ITEMSCTL_PROGRESS": "none"], false)] {
      let terminal = try PseudoTerminal(
        "rm -f pipe; \(line)",
        in: workplace,
        variables: variables
      )
      let result = await terminal.end()
      #expect(result.output.contains("Exported 2000 items to 'pipe'"), "\(result.output)")
      #expect(result.output.contains("\r\u{1B}[KExporting") == draws, "\(result.output)")
    }
  }

  @Test func `a pipe and a quiet command get no line`() throws {
    #expect(try drawn(step: 500, redrawnWidth: nil).isEmpty)
    #expect(try drawn(step: 500, isQuiet: true).isEmpty)
  }
}
