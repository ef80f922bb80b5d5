// Plants errors in source files: finder ROOT OUT REFUSED FILE…
//
// FILEs are named from ROOT, and written with their errors to OUT. REFUSED has a line for each error that is not to be planted.
// Prints a line of JSON for each file: its errors, with their numbers and the bytes of what was planted.

import Foundation

struct Told: Encodable {
  struct Place: Encodable {
    let first: Int
    let from: Int
    let to: Int
    let isRemoval: Bool
    let mutants: [[String: String]]
  }

  let file: String
  let places: [Place]
  let functions: [[Int]]
}

let words = CommandLine.arguments
let (root, out) = (words[1], words[2])
let refused = Set(
  try String(contentsOfFile: words[3], encoding: .utf8).split(separator: "\n").map(String.init)
)
var next = 1
for file in words[4...] {
  let source = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
  let planter = Planter(source, file: file, first: next, refused: refused)
  let planted = planter.planted()
  let path = "\(out)/\(file)"
  try FileManager.default.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent,
    withIntermediateDirectories: true
  )
  try planted.write(toFile: path, atomically: true, encoding: .utf8)
  next = planter.end
  let places = planter.groups.map { group in
    Told.Place(
      first: group.first,
      from: group.range.lowerBound,
      to: group.range.upperBound,
      isRemoval: group.isRemoval,
      mutants: group.mutants.map {
        [
          "key": $0.key, "kind": $0.kind, "line": String($0.line), "column": String($0.column),
          "code": $0.code,
          "becomes": $0.becomes,
        ]
      }
    )
  }
  let told = Told(
    file: file,
    places: places,
    functions: planter.functions.map { [$0.lowerBound, $0.upperBound] }
  )
  print(String(decoding: try JSONEncoder().encode(told), as: UTF8.self))
}
