import CommandKit
import HubServer

#if Postgres
import PostgresHub
#endif

/// Where the hub keeps its spaces.
enum HubStoreChoice {
  /// A path.
  case file(String)
  #if Postgres
  case database(PostgresSettings)
  #endif

  /// What can be shown of it: never a password.
  var place: String {
    switch self {
    case .file(let path): path
    #if Postgres
    case .database(let settings): "PostgreSQL at \(settings.place)"
    #endif
    }
  }
}

extension Invocation {
  /// The store that the settings name.
  ///
  /// - Throws: ``CommandFailure`` that repeats nothing of a connection string, in which a password may be.
  func storeChoice() throws(CommandError) -> HubStoreChoice {
    let setting = try settings()[.store]
    let text = setting.texts.last ?? ""
    guard StoreName.isDatabase(text) else { return .file(text) }
    #if Postgres
    do throws(PostgresError) {
      let settings = try PostgresSettings(text)
      if settings.hasPassword, setting.origin == .flag {
        output.say(
          "Warning: every user of this machine can read a password that is on the command line. "
            + "Keep it in the file that PGPASSFILE names, or the whole string in ITEMSHUB_STORE."
        )
      }
      return .database(settings)
    } catch {
      throw CommandError(.configuration, error.message)
    }
    #else
    throw CommandError(
      .configuration,
      "PostgreSQL is not built into this itemshub.",
      help: "Run 'Scripts/setup --hub --postgres', then 'swift build -c release --traits Postgres'."
    )
    #endif
  }

  /// The path of the store's file.
  ///
  /// - Throws: ``CommandFailure`` if the store is a database.
  func storePath() throws(CommandError) -> String {
    let choice = try storeChoice()
    guard case .file(let path) = choice else {
      throw CommandError(
        .usage,
        "This command needs a hub in a file, but the store is \(choice.place)."
      )
    }
    return path
  }
}
