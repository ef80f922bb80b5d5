import Testing
@Test func okStorage() { #expect(1 == 1) }
