import ArgumentParsing
import Testing

@Suite struct HelpRequestTests {
  @Test(arguments: [
    (["-h"], []),
    (["--help"], []),
    (["help"], []),
    (["help", "-h"], []),
    (["help", "help"], []),
    ([], []),
    (["--store", "x"], []),
    (["add", "-h"], ["add"]),
    (["help", "add"], ["add"]),
    (["help", "add", "--json"], ["add"]),
    (["help", "--", "add"], ["add"]),
    (["help", "backup"], ["backup"]),
    (["help", "sync", "status"], ["sync", "status"]),
    (["sync", "status", "--help"], ["sync", "status"]),
    (["add", "--bogus", "-h"], ["add"]),
    (["add", "--priority", "bad", "--help"], ["add"]),
    (["--bogus", "add", "-h"], ["add"]),
    (["add", "--due", "-h"], ["add"]),
    (["add", "-vh"], ["add"]),
    (["convert", "-h"], ["convert"]),
    (["lst", "-h"], []),
    (["--version", "-h"], []),
  ])
  func `a request for help beats errors`(arguments: [String], path: [String]) {
    #expect(help(arguments) == sample.helpText(for: path))
  }

  @Test(arguments: [["add", "--", "-h"], ["add", "-d=h"], ["add", "--due=-h"]])
  func `what looks like a request may be a value`(arguments: [String]) {
    #expect(parse(arguments)?.action == .add)
  }

  @Test(arguments: [
    ["--version"], ["add", "--version"], ["--bogus", "--version"], ["--store", "x", "--version"],
  ])
  func `the version is told anywhere`(arguments: [String]) {
    guard case .version("1.2.3") = sample.parse(arguments) else {
      Issue.record("no version for \(arguments)")
      return
    }
  }

  @Test func `a program without a version has no such option`() {
    let program = Program(root: Command<Int>("x", abstract: "X.", action: 1))
    guard case .failure(let failure) = program.parse(["--version"]) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.reason == .unknownOption("--version", suggestion: nil))
  }
}
