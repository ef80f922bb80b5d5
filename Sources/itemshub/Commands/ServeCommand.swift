import ArgumentParsing

/// Runs the hub until it is told to end.
enum ServeCommand {
  static let acceptClock = Flag(
    "accept-clock",
    help: "Trust the clock even if it has jumped far ahead, or is behind the last commit."
  )

  static let command = Command<HubAction>(
    "serve",
    abstract: "Run the hub.",
    discussion: """
      Listens on 127.0.0.1:8731 by default, and keeps its spaces in one file, which it makes at \
      the first start. To serve other machines, use '--listen' with a certificate, or a proxy in \
      front of the hub.

      After SIGTERM, it answers the requests under way and ends. After SIGHUP, it reads the \
      certificate and the limits again. The log goes to standard error, one JSON object per line.
      """,
    examples: [
      Example("itemshub serve", "For this machine only:"),
      Example(
        "itemshub serve --listen 0.0.0.0:443 --tls-certificate hub.pem --tls-key hub.key",
        "For every machine:"
      ),
    ],
    options: SettingFlags.serving + [acceptClock],
    action: HubAction { invocation in
      #if Hub
      return try ServeRun(invocation).run()
      #else
      throw Invocation.notBuilt
      #endif
    }
  )
}
