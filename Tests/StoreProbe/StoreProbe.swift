import Storage

/// `StoreProbe COMMAND PATH [name=value …]`: does something to the store at a path and says what is done.
///
/// What it has said was acknowledged by the store before.
@main
struct StoreProbe {
  static func main() async {
    guard let arguments = ProbeArguments(CommandLine.arguments) else {
      Voice.say("usage: StoreProbe COMMAND PATH [name=value ...]")
      Voice.exit(64)
    }
    do {
      FaultyDisk.prepare(arguments)
      try await run(arguments)
    } catch {
      Voice.say("failed \(error)")
      Voice.exit(1)
    }
  }

  private static func run(_ arguments: ProbeArguments) async throws {
    switch arguments.command {
    case "add": try await Deeds(arguments).add()
    case "ping": try await Deeds(arguments).ping()
    case "import": try await Deeds(arguments).importBatches()
    case "undo": try await Deeds(arguments).undo()
    case "reopen": try await Deeds(arguments).reopen()
    case "migrate": try await Deeds(arguments).migrate()
    case "backup": try await Deeds(arguments).backUp()
    case "restore": try await Deeds(arguments).restore()
    case "sync": try await Deeds(arguments).sync()
    case "hold": try await Deeds(arguments).holdReader()
    case "fill": try await Deeds(arguments).fill()
    case "sweep": try await FaultSweep<StoreStage>(arguments).run()
    case "hub-sweep": try await FaultSweep<HubStage>(arguments).run()
    case "power": try await PowerCuts(arguments).run()
    case "hub-moments": try await HubMoments(arguments).run()
    case "folders": try Deeds(arguments).makeFolders()
    default:
      Voice.say("unknown command '\(arguments.command)'")
      Voice.exit(64)
    }
  }
}
