/// Usage: `RegistryBenchmarks [COUNT] [NAME]`: 1,000,000 operations a run unless told, of the one thing of that name or of all.
@main
struct Main {
  static func main() {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
    let name = CommandLine.arguments.dropFirst(2).first
    print(Comparison.header)
    for comparison in Resolutions.comparisons(operations: count)
    where name == nil || comparison.name == name {
      print(comparison.measure().row)
    }
  }
}
