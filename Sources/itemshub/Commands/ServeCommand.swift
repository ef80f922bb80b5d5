import ArgumentParsing

/// Runs the hub until it is told to end.
enum ServeCommand {
  static let acceptClock = Flag(
    "accept-clock",
    help: "Believe the clock although it has jumped far ahead, or is behind the last commit."
  )

  static let command = Command<CommandAction>(
    "serve",
    abstract: "Run the hub.",
    discussion: """
      Listens on 127.0.0.1:8731 unless told otherwise, and keeps its spaces in one file, which it \
      makes at its first start. Other machines reach it through '--listen' with a certificate, or \
      through a proxy in front.

      SIGTERM ends it once every request under way is answered, SIGHUP reads the certificate and the \
      limits again. The log goes to standard error, an object on each line.
      """,
    examples: [
      Example("itemshub serve", "On this machine alone:"),
      Example(
        "itemshub serve --listen 0.0.0.0:443 --tls-certificate hub.pem --tls-key hub.key",
        "For all:"
      ),
    ],
    options: SettingFlags.serving + [acceptClock],
    action: CommandAction { invocation in
      #if Hub
      return try ServeRun(invocation).run()
      #else
      throw Invocation.notBuilt
      #endif
    }
  )
}
