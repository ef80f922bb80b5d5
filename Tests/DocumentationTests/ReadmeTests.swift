import Foundation
import RunningPrograms
import TemporaryFolders
import Testing

/// The README's manifest and program; the command's own tests run its sessions.
@Suite struct `The README` {
  @Test func `shows a package that depends on products that there are`() async throws {
    let readme = try Article.text("README.md")
    let manifest = try #require(
      readme.firstMatch(of: /```swift\n(\/\/ swift-tools-version(?s:.*?))```/)?.output.1
    )
    let folder = try TemporaryFolder()
    _ = try folder.write(manifest.utf8, to: "Package.swift")
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

  @Test func `says of each library what is in it`() throws {
    let lines = try Article.text("README.md").split(separator: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| Product and `import` |") })
    let names = lines[(head + 2)...].prefix { $0.hasPrefix("| ") }.flatMap { line in
      line.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
    let libraries = try Article.text("Package.swift")
      .matches(of: /\.library\(name: "(\w+)", targets: \["(\w+)"\]\)/)
    // One name is that of the product and that of the module.
    #expect(libraries.allSatisfy { $0.output.1 == $0.output.2 })
    #expect(names.sorted() == libraries.map { String($0.output.1) }.sorted())
  }

  @Test func `shows a program that does what it says`() async throws {
    let source = try Article.text("Tests/ReadmeExample/main.swift")
    #expect(try Article.text("README.md").contains("\n```swift\n\(source)```\n"))
    let program = try #require(BuiltProgram.path("ReadmeExample"))
    let folder = try TemporaryFolder()
    let run = try RunningProgram(
      ["/bin/sh", "-c", #"exec "$0" >output"#, program],
      folder: folder.path
    )
    #expect(await run.end().shellCode == 0)
    let output = String(decoding: try folder.read("output"), as: UTF8.self)
    #expect(output == "[\"Bread\", \"Oat milk\", \"Tea\"]\n3 pushed\n")
    for name in ["shopping.sqlite", "hub.sqlite"] { #expect(try !folder.read(name).isEmpty) }
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
