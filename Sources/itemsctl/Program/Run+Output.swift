// How a run prints, and what it says when it fails.

import ArgumentParsing

extension Run {
  /// How pages of text and messages are set.
  var format: HelpFormat {
    HelpFormat(
      width: width ?? 80,
      wrapsMessages: errorIsTerminal || columns != nil,
      measure: \.displayWidth
    )
  }

  /// Says what went wrong, unless nobody is there to be told, and gives the exit code for it.
  func fail(_ error: any Error, _ output: Output) -> ExitCode {
    if let failure = error as? UsageError {
      output.fail(failure.text(format).visibleLines)
      return .usage
    }
    var failure = CommandError(error)
    if let done = output.completedWork {
      failure.help += ["What was done is kept, do not repeat it: \(done)."]
    }
    if !failure.code.isSilent { output.fail(failure.text(format)) }
    return failure.code
  }

  /// Prints a text for people.
  func print(_ text: String) -> ExitCode {
    let settings = (try? Settings(environment)) ?? .none
    let output = output(.plain, sink: pagedSink(settings) ?? standardOutput)
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
      isTerminal: outputIsTerminal,
      variables: environment.variables,
      setting: arguments.isGiven(GlobalOptions.color)
        ? .auto : settings.value(.color, as: ColorChoice.self) ?? .auto
    )
    return output(
      Appearance(
        isTerminal: outputIsTerminal,
        width: outputIsTerminal ? width ?? 80 : columns,
        usesColor: usesColor,
        usesBlocks: environment.allowsBlocks
      ),
      sink: isPaged ? pagedSink(settings) ?? standardOutput : standardOutput,
      isQuiet: arguments[GlobalOptions.quiet],
      isVerbose: arguments[GlobalOptions.verbose]
    )
  }

  /// The streams of a run; quiet and plain unless said otherwise.
  func output(
    _ appearance: Appearance,
    sink: (any ByteSink)? = nil,
    isQuiet: Bool = false,
    isVerbose: Bool = false
  ) -> Output {
    Output(
      to: sink ?? standardOutput,
      messagesTo: standardError,
      appearance: appearance,
      isQuiet: isQuiet,
      isVerbose: isVerbose,
      messagesAreSeen: errorIsTerminal,
      redrawnWidth: errorIsTerminal && environment.variable("TERM") != "dumb" ? width ?? 80 : nil
    )
  }

  /// Standard output by way of a pager, where it is a terminal and a pager is wanted.
  private func pagedSink(_ settings: Settings) -> PagedSink? {
    guard outputIsTerminal, let terminalHeight,
      let command = PagerCommand(environment, settings)
    else { return nil }
    return PagedSink(
      standardOutput,
      height: terminalHeight,
      command: command,
      environment: environment
    )
  }

  private var width: Int? { columns ?? terminalWidth }

  /// The columns that the environment asks for; 0 stands for not known.
  private var columns: Int? {
    let asked = environment.variable("COLUMNS").flatMap { Int($0) } ?? 0
    // What fills lines must not fill the memory.
    return asked > 0 ? min(asked, 10_000) : nil
  }
}
