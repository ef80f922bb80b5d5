import Foundation
import Testing

@testable import itemsctl

/// The scripts that build and install programs, in a folder where `swift` and other scripts are stand-ins.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct ReleaseBuildTests {
  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Scripts").standardizedFileURL.path

  #if os(Linux)
  private static let programs = ["itemsctl", "itemshub"]
  private static let hub = "--hub"
  #else
  private static let programs = ["itemsctl"]
  private static let hub = ""
  #endif

  private let workplace: Workplace

  init() throws { workplace = try Workplace() }

  /// Writes a script to a folder of the workplace.
  ///
  /// A shell writes it: while this process has a file open, a process that another test starts at that moment has it, too,
  /// and the kernel does not run what is open for writing.
  private func write(_ path: String, _ lines: String) async throws {
    let written = try await BuiltCommand.run(
      "printf '%s\\n' '#!/bin/sh' \"$LINES_OF_IT\" >\(path) && chmod +x \(path)",
      in: workplace,
      variables: ["LINES_OF_IT": lines]
    )
    try #require(written.code == 0, "\(written)")
  }

  /// Copies scripts into the workplace's own folder of scripts.
  private func copy(_ names: String...) async throws {
    for name in names {
      let copied = try await BuiltCommand.run(
        "mkdir -p Scripts bin && cp '\(Self.scripts)/\(name)' Scripts",
        in: workplace
      )
      try #require(copied.code == 0, "\(copied)")
    }
  }

  /// Copies the script that builds, with a compiler that says what it is told, and a linker that finds no library.
  private func copyBuild() async throws {
    try await copy("build-release")
    try await write("bin/swift", #"echo "$*""#)
    try await write("bin/swiftc", "exit 0")
    try await write("bin/clang", "echo none")
  }

  /// The folder that `Scripts/build-release` builds in, as it tells `swift build`.
  private func folder(_ words: String) async throws -> String {
    let result = try await BuiltCommand.run(
      "PATH=$PWD/bin:$PATH Scripts/build-release \(words)",
      in: workplace
    )
    #expect(result.code == 0, "\(result)")
    let arguments = result.output.split(separator: " ").map(String.init)
    let index = try #require(arguments.firstIndex(of: "--scratch-path"))
    return arguments[index + 1]
  }

  @Test func `builds whose objects differ do not share a folder`() async throws {
    try await copyBuild()
    let plain = try await folder("itemsctl")
    #expect(plain != ".build" && plain.hasPrefix(".build/"))
    #expect(try await folder("itemsctl -Xlinker -s") == plain)
    #expect(try await folder("itemshub -Xlinker -s -Xlinker -lfoo") == plain)
    let others = [
      try await folder("itemsctl --traits Hub"), try await folder("itemsctl -Xswiftc -g"),
      try await folder("itemsctl --sanitize=thread"),
    ]
    #expect(Set(others + [plain]).count == 4, "\(others)")
    #expect(try await folder("itemshub -Xlinker -s --traits Hub") == others[0])
  }

  @Test(arguments: programs)
  func `a program that cannot be built ends the installation`(program: String) async throws {
    try await copy("install")
    try await write("Scripts/setup", "exit 0")
    try await write(
      "Scripts/build-release",
      """
      for word; do case $word in items*) product=$word ;; esac; done
      if [ $product = \(program) ]; then echo "no such header" >&2; exit 3; fi
      echo "$PWD/built"
      """
    )
    // Programs of an earlier build are there.
    let result = try await BuiltCommand.run(
      """
      mkdir built && for name in itemsctl itemshub; do cp "$0" built/$name; done
      Scripts/install \(Self.hub) --prefix there
      """,
      in: workplace
    )
    #expect(result.code == 3, "\(result)")
    #expect(result.errors.contains("no such header\nError: '\(program)' could not be built"))
    #expect(result.errors.contains("\nHelp:  "))
    #expect(!workplace.exists("there"))
  }

  #if os(Linux)
  @Test func `what an installation is built with is set up by it`() async throws {
    try await copy("install")
    try await write("Scripts/setup", #"echo "$*" >>asked"#)
    try await write("Scripts/build-release", "exit 3")
    let asked = try await BuiltCommand.run(
      """
      Scripts/install --prefix there; Scripts/install --hub --prefix there
      mkdir -p .build/installable-traits-Hub; Scripts/install --prefix there; cat asked
      """,
      in: workplace
    )
    #expect(asked.output == "--http\n--http --hub\n--http --hub\n", "\(asked)")
  }
  #endif
}
