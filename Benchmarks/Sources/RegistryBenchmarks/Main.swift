// Measures resolutions beside direct calls of the same initialisers, in one run; see README.md, "Speed".

/// Usage: `RegistryBenchmarks [COUNT]`: 1,000,000 operations a run unless told.
@main
struct Main {
  static func main() {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
    print(Comparison.header)
    for comparison in Resolutions.comparisons(operations: count) { print(comparison().row) }
  }
}
