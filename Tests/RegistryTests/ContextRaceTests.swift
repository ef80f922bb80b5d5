import Registry
import Testing

extension Container {
  fileprivate var lamp: Factory<String> {
    self { "original" }.onPreview { "preview" }.onArg("context race") { "arg" }.onTest { "test" }
  }
}

/// Contexts of the process that change while others read them, for Thread Sanitizer, which reports what is unsynchronised.
///
/// In this process and not in one of its own, whose reports nobody would see; so only what holds already is set.
@Suite struct ContextRaceTests {
  @Test func `flags are set and read at once`() {
    let wrong = onThreads(4) { index -> Int in
      (0..<500).count { _ in
        if index == 0 {
          FactoryContext.current.isTest = true
          FactoryContext.current.isPreview = false
        }
        return !FactoryContext.current.isTest || FactoryContext.current.isPreview
          || Container().lamp() != "test"
      }
    }
    #expect(wrong == [0, 0, 0, 0])
  }

  @Test func `arguments come and go while others read them`() {
    let unknown = onThreads(4) { index -> Int in
      (0..<500).count { round in
        let key = "context race \(index)"
        FactoryContext.setArg("\(round)", forKey: key)
        let isKept = FactoryContext.current.runtimeArguments[key] == "\(round)"
        FactoryContext.removeArg(forKey: key)
        return !isKept || Container().lamp() != "test"
      }
    }
    #expect(unknown == [0, 0, 0, 0])
  }
}
