import Foundation
import Registry
import RegistryTesting
import Testing

// The blocks of the article "Context values".

protocol Almanac: Sendable {
  func sunrise(in city: String) -> String
}

enum AlmanacKey: DependencyKey {
  static var defaultValue: any Almanac { PrintedAlmanac() }
  static var previewValue: any Almanac { FixedAlmanac(time: "06:00") }
  static var testingValue: any Almanac { FixedAlmanac(time: "05:00") }
}

extension DependencyValues {
  var almanac: any Almanac {
    get { self[AlmanacKey.self] }
    set { self[AlmanacKey.self] = newValue }
  }
}

struct PrintedAlmanac: Almanac {
  func sunrise(in city: String) -> String { "as printed" }
}

struct FixedAlmanac: Almanac {
  let time: String

  func sunrise(in city: String) -> String { time }
}

struct Rooster: Sendable {
  @Dependency(\.almanac) private var almanac
  @Dependency(\.uuid) private var uuid

  func crow(in city: String) -> String { "\(uuid()): \(almanac.sunrise(in: city))" }
}

@Suite(.container) struct ContextValuesTests {
  @Test(.dependencies { $0.almanac = FixedAlmanac(time: "04:30") })
  func `a rooster crows at sunrise`() {
    #expect(Rooster().crow(in: "Oslo") == "00000000-0000-0000-0000-000000000000: 04:30")
  }

  @Test func `a value is overridden for an operation`() {
    let rooster = withDependencies {
      $0.almanac = FixedAlmanac(time: "04:00")
    } operation: {
      Rooster()
    }
    #expect(rooster.crow(in: "Oslo").hasSuffix("04:00"))
    #expect(Rooster().crow(in: "Oslo").hasSuffix("05:00"))
  }

  @Test func `values are prepared`() {
    prepareDependencies {
      $0.almanac = FixedAlmanac(time: "07:00")
      $0.timeZone = .gmt
    }
    #expect(Rooster().crow(in: "Oslo").hasSuffix("07:00"))
  }

  @Test func `a preview has values of its own`() {
    FactoryContext.withContext(.preview) {
      #expect(Rooster().crow(in: "Oslo").hasSuffix("06:00"))
    }
  }
}
