import Testing
@Test func okSync() { #expect(1 == 1) }
