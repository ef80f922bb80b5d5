// How a run prints, and what it says when it fails.

import ArgumentParsing
import CommandKit

extension Run {
  /// How pages of text and messages are set.
  var helpFormat: HelpFormat {
    HelpFormat(
      width: width ?? 80,
      wrapsMessages: world.errorIsTerminal || columns != nil,
      measure: \.displayWidth
    )
  }

  /// Says what went wrong, unless the exit code is a silent one, and gives that code.
  func fail(_ error: any Error, _ output: Output) -> ExitCode {
    if let failure = error as? UsageError {
      output.fail(failure.text(helpFormat).visibleLines)
      return .usage
    }
    var failure = CommandError(error)
    if let done = output.completedWork {
      failure.help += ["This was done before the failure; do not repeat it: \(done)."]
    }
    if !failure.code.isSilent { output.fail(failure.text(helpFormat)) }
    return failure.code
  }

  /// Prints a text for people.
  func print(_ text: String) -> ExitCode {
    let settings = (try? Settings(world.environment)) ?? .none
    let output = output(.plain, sink: pagedSink(settings) ?? world.standardOutput)
    do throws(CommandError) {
      try output.write(Array(text.utf8))
      try output.finish()
      return .success
    } catch {
      return fail(error, output)
    }
  }

  /// The streams of a command.
  func output(_ arguments: ParsedArguments, _ settings: Settings, isPaged: Bool) -> Output {
    let usesColor = arguments[GlobalOptions.color].allowsColor(
      isTerminal: world.outputIsTerminal,
      variables: world.environment.variables,
      setting: arguments.isGiven(GlobalOptions.color)
        ? .auto : settings.value(.color, as: ColorChoice.self) ?? .auto
    )
    return output(
      Appearance(
        isTerminal: world.outputIsTerminal,
        width: world.outputIsTerminal ? width ?? 80 : columns,
        usesColor: usesColor,
        usesBlocks: world.environment.allowsBlocks
      ),
      sink: isPaged ? pagedSink(settings) ?? world.standardOutput : world.standardOutput,
      isQuiet: arguments[GlobalOptions.quiet],
      isVerbose: arguments[GlobalOptions.verbose]
    )
  }

  /// The streams of a run.
  func output(
    _ appearance: Appearance,
    sink: (any ByteSink)? = nil,
    isQuiet: Bool = false,
    isVerbose: Bool = false
  ) -> Output {
    Output(
      of: Itemsctl.name,
      to: sink ?? world.standardOutput,
      messagesTo: world.standardError,
      appearance: appearance,
      isQuiet: isQuiet,
      isVerbose: isVerbose,
      messagesAreSeen: world.errorIsTerminal,
      redrawnWidth: world.errorIsTerminal && world.environment.allowsProgress ? width ?? 80 : nil
    )
  }

  /// Standard output by way of a pager, where it is a terminal and a pager is wanted.
  private func pagedSink(_ settings: Settings) -> PagedSink? {
    let own = world.environment.variables["ITEMSCTL_PAGER"] ?? settings[.pager]?.text
    guard world.outputIsTerminal, let height = world.terminalHeight,
      let command = PagerCommand(world.environment, chosen: own)
    else { return nil }
    return PagedSink(
      world.standardOutput,
      height: height,
      command: command,
      environment: world.environment
    )
  }

  private var width: Int? { columns ?? world.terminalWidth }

  /// The columns that the environment asks for; 0 stands for not known.
  private var columns: Int? {
    let asked = world.environment.variable("COLUMNS").flatMap { Int($0) } ?? 0
    // What fills lines must not fill the memory.
    return asked > 0 ? min(asked, 10_000) : nil
  }
}
