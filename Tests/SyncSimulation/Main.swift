import SyncSimulator

@main
enum Main {
  static func main() async {
    do {
      try await SimulationRun(CommandLine.arguments.dropFirst()).run()
    } catch {
      print(error)
      exitWithFailure()
    }
  }
}
