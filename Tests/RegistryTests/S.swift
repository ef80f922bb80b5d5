import Testing
@Test func okRegistry() { #expect(1 == 1) }
