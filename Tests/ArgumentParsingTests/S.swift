import Testing
@Test func okArgumentParsing() { #expect(1 == 1) }
