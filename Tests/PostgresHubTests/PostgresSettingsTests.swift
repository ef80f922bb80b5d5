#if Postgres
import HubServer
import PostgresHub
import Testing

/// Needs no server.
@Suite struct PostgresSettingsTests {
  @Test(arguments: [
    ("postgres://u:secret@db.example:5433/hub", "db.example:5433/hub"),
    ("postgresql://u@a,b:1,c/hub?sslmode=require", "a,b,c:,1,/hub"),
    ("host=/run/postgresql dbname=hub password=secret", "/run/postgresql/hub"),
    ("postgres:///hub", "localhost/hub"),
  ])
  func `what is shown of a connection string has no password`(text: String, place: String) throws {
    let settings = try PostgresSettings(text)
    #expect(settings.place == place)
    #expect(settings.hasPassword == text.contains("secret"))
    #expect(StoreName.isDatabase(text))
  }

  @Test(arguments: [
    "postgres://u:secret%zz@host/hub", "postgres://u:top@secret@host/hub",
    "postgres://u@host/hub?password=secret&secret", "host=x pass secret word=1",
    "user=secret nonsense",
    "postgres://u:my secret@x y/hub",
  ])
  func `nothing of a wrong connection string is repeated`(text: String) {
    let error = #expect(throws: PostgresError.self) { try PostgresSettings(text) }
    #expect(error.map { !$0.message.contains("secret") } ?? false)
  }

  @Test func `a path is no connection string`() {
    for text in ["/var/lib/hub.sqlite", "hub.sqlite", "./postgres", "a=b.sqlite"] {
      #expect(!StoreName.isDatabase(text))
    }
  }
}
#endif
