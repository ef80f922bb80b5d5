import Testing
@Test func okItemsctl() { #expect(1 == 1) }
