import Registry
import Testing

private final class Shop: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Shop()
  let manager = ContainerManager()
  var till: Factory<Object> { self { Object("till") }.cached }

  func autoRegister() {
    till.register { Object("own") }
  }
}

private func standardError(_ result: ExitTest.Result?) throws -> String {
  String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
}

@Suite struct SealTests {
  @Test func `an override after the seal ends a live program with both places`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      let shop = Shop()
      shop.till.register { Object("before") }
      shop.seal(fileID: "Shop/Start.swift", line: 12)
      shop.till.register { Object("after") }
    }
    let text = try standardError(result)
    #expect(text.contains("till (RegistryTests/SealTests.swift:"))
    #expect(text.contains("was overridden after its container was sealed"))
    #expect(text.contains("of RegistryTests/SealTests.swift\n"))
    #expect(text.contains("sealed at Shop/Start.swift:12"))
  }

  @Test func `scopes and contexts count as overrides`() async throws {
    let scope = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      let shop = Shop()
      shop.seal()
      shop.till.scope(.session)
    }
    #expect(try standardError(scope).contains("sealed"))
    let context = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      let shop = Shop()
      shop.seal()
      shop.till.onDebug { Object("debug") }
    }
    #expect(try standardError(context).contains("sealed"))
  }

  @Test func `a sealed live program resolves, resets and overrides for an operation`() async {
    await #expect(processExitsWith: .success) {
      FactoryContext.current.isTest = false
      let shop = Shop.shared
      shop.seal()
      // Resolving runs the container's own registrations, which belong to it.
      precondition(shop.till().name == "own")
      shop.till.reset(.scope)
      shop.reset(options: .scope)
      let name = withDependencies {
        $0[\Shop.till] = Object("mock")
      } operation: {
        shop.till().name
      }
      precondition(name == "mock" && shop.till().name == "own")
    }
  }

  @Test func `tests and previews override a sealed container`() {
    let shop = Shop()
    #expect(!shop.isSealed)
    shop.seal()
    #expect(shop.isSealed)
    shop.till.register { Object("test") }
    #expect(shop.till().name == "test")
    FactoryContext.withContext(.preview) {
      shop.till.register { Object("preview") }
      #expect(shop.till().name == "preview")
    }
  }
}
