import Storage
import Testing

// The block of the article "Versions and promises".

func advice(on error: StorageError) -> String {
  switch error.code {
  case .laterVersion: "Update this program: a later version of it has written the store."
  case .full: "Make room on the disk, then try again."
  default: error.message
  }
}

@Suite struct VersionsArticleTests {
  @Test func `a code decides, and what is not known is told in its own words`() {
    #expect(advice(on: StorageError(.full, "No room.")).hasPrefix("Make room"))
    #expect(advice(on: StorageError(.laterVersion, "")).hasPrefix("Update"))
    #expect(advice(on: StorageError(.busy, "Others write.")) == "Others write.")
  }
}
