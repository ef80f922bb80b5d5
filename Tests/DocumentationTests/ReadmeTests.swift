import Foundation
import RunningPrograms
import Testing

/// The README's code is compiled and run; the command's own tests run its sessions.
@Suite struct `The README` {
  private static func blocks() throws -> [String] {
    let blocks = CodeBlock.blocks(in: try Article.text("README.md")).map { $0.text + "\n" }
    try #require(blocks.count == 2)
    return blocks
  }

  @Test func `shows a package that depends on products that there are`() async throws {
    let manifest = try Self.blocks()[0]
    let folder = try ArticleFolder()
    try manifest.write(toFile: folder.file("Package.swift"), atomically: true, encoding: .utf8)
    let words = ["/usr/bin/env", "swift", "package", "--package-path", folder.path, "dump-package"]
    let output = folder.file("output")
    let package = try RunningProgram(
      ["/bin/sh", "-c", #"exec "$@" >"$0""#, output] + words
    )
    #expect(await package.end().shellCode == 0)
    let ours = try Article.text("Package.swift")
    #expect(ours.contains("name: \"item-store\","))
    let products = manifest.matches(of: /\.product\(name: "(\w+)", package: "item-store"\)/)
      .map { String($0.output.1) }
    #expect(products == ["Storage", "Sync"])
    for product in products { #expect(ours.contains(".library(name: \"\(product)\",")) }
  }

  @Test func `shows a program that does what it says`() async throws {
    #expect(try Self.blocks()[1] == Article.text("Tests/ReadmeExample/main.swift"))
    let program = try #require(BuiltProgram.path("ReadmeExample"))
    let folder = try ArticleFolder()
    let run = try RunningProgram(
      ["/bin/sh", "-c", #"exec "$0" >output"#, program],
      folder: folder.path
    )
    #expect(await run.end().shellCode == 0)
    let output = try String(contentsOfFile: folder.file("output"), encoding: .utf8)
    #expect(output == "[\"Bread\", \"Oat milk\", \"Tea\"]\n3 pushed\n")
    #expect(try folder.names.isSuperset(of: ["shopping.sqlite", "hub.sqlite"]))
  }

  @Test func `is read within a minute`() throws {
    let count = try Article.text("README.md").count { $0 == "\n" }
    #expect(count <= 170, "move the rest to an article, or to the page that it belongs to")
  }

  @Test func `names scripts that are there`() throws {
    let text = try Article.text("README.md")
    for script in ["Scripts/install", "Scripts/run", "Scripts/test"] {
      #expect(text.contains(script))
      let path = Article.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path))
    }
  }
}
