import Testing

@testable import ItemFormats
@testable import Storage
@testable import itemsctl

/// Generated inputs for everything that reads what others wrote.
///
/// `FUZZ_SEED` is the seed of the first input, 1 unless told, and `FUZZ_COUNT` how many there are of
/// each kind, 500 unless told. `Scripts/fuzz` runs each test by itself in release, with many more
/// inputs, and measures.
@Suite("Fuzzing")
struct FuzzTests {
  @Test func `JSON texts`() async throws { try await FuzzRun("JSON").feed(JSONTextSubject()) }

  @Test func `items as JSON`() async throws {
    try await FuzzRun("item").feed(ItemRecordSubject())
  }

  @Test func `files of the JSON store`() async throws {
    try await FuzzRun("store file").feed(try await StoreFileSubject())
  }

  @Test func `texts to search for`() async throws {
    try await FuzzRun("search").feed(try await SearchSubject())
  }

  @Test func `words of a filter`() async throws {
    try await FuzzRun("filter").feed(try FilterSubject())
  }

  @Test func `command lines, whole and unfinished`() async throws {
    try await FuzzRun("command line").feed(CommandLineSubject())
  }

  @Test func `files of settings`() async throws {
    try await FuzzRun("settings").feed(ConfigurationSubject())
  }

  @Test func `times`() async throws { try await FuzzRun("time").feed(TimeSubject()) }

  @Test func `phrases and rules of what repeats`() async throws {
    try await FuzzRun("repeat").feed(RepeatSubject())
  }

  @Test func `ids`() async throws { try await FuzzRun("id").feed(IDSubject()) }

  /// One format after the other, since what is measured is the whole process.
  @Test(
    .serialized,
    arguments: ItemFormat.imports.map(Optional.some) + [nil]
  )
  func `imported files`(_ format: ItemFormat?) async throws {
    let name = format.map { "import of \($0)" } ?? "import of any format"
    try await FuzzRun(name).feed(try ImportSubject(format))
  }

  /// Each input is the seed of a small store.
  @Test(.serialized, arguments: ItemFormat.imports)
  func `stores there and back`(_ format: ItemFormat) async throws {
    try await FuzzRun("round trip of \(format)", oneIn: 100).feed(try RoundTripSubject(format))
  }

  /// Each input is the seed of a file, each line of which is damaged in turn.
  @Test(.serialized, arguments: RealFile.formats)
  func `files with one damaged line`(_ format: ItemFormat) async throws {
    try await FuzzRun("damaged line of \(format)", oneIn: 100).feed(try DamagedLineSubject(format))
  }

  /// Each input is the seed of a document, each line of which is damaged in turn.
  @Test func `documents with one damaged line`() async throws {
    try await FuzzRun("damaged line of a document", oneIn: 100).feed(try DamagedDocumentSubject())
  }

  @Test func `packed marks`() async throws { try await FuzzRun("marks").feed(MarksSubject()) }

  @Test func `rows of the database`() async throws {
    try await FuzzRun("row").feed(try await StoredRowSubject())
  }
}
