import SyncSimulator

@main
enum Main {
  static func main() {
    let thread = OneThread()
    Task(executorPreference: thread) {
      do {
        try await SimulationRun(CommandLine.arguments.dropFirst()).run()
        exit(failing: false)
      } catch {
        print(error)
        exit(failing: true)
      }
    }
    thread.run()
  }
}
