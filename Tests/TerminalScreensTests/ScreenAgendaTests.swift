import TerminalScreens
import Testing

struct ScreenAgendaTests {
  private let agenda = ScreenAgenda<Int>()

  @Test func `what happens while nobody looks is told at once, and a thousand writes as one`()
    async throws
  {
    for number in 1...3 {
      agenda.add(number)
      for _ in 1...1_000 { agenda.markStale() }
    }
    let news = try #require(await agenda.next())
    #expect(news.events == [1, 2, 3] && news.isStale)
    agenda.add(4)
    let later = try #require(await agenda.next())
    #expect(later.events == [4] && !later.isStale)
  }

  @Test func `who waits is told as soon as there is something`() async throws {
    let agenda = agenda
    let waiting = Task { await agenda.next()?.events }
    agenda.add(1)
    #expect(await waiting.value == [1])
  }

  @Test func `what waits is told before the end`() async throws {
    agenda.markStale()
    agenda.end()
    #expect(await agenda.next()?.isStale == true)
    #expect(await agenda.next() == nil)
    #expect(await agenda.next() == nil)
  }
}
