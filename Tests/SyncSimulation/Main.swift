// Runs the simulator by seeds, as a program: Scripts/simulate and Scripts/mutants.

import SyncSimulator

@main
enum Main {
  static func main() async {
    do {
      switch try Arguments(CommandLine.arguments.dropFirst()) {
      case .simulate(let simulation): try await simulation.run()
      case .mutants(let mutants): try await mutants.run()
      }
    } catch {
      print(error)
      exitWithFailure()
    }
  }
}
