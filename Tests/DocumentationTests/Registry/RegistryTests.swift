import Registry
import RegistryTesting
import Testing

// The blocks of the catalog's landing page.

protocol Thermometer: Sendable {
  func degrees() -> Int
}

extension Container {
  var thermometer: Factory<any Thermometer> { self { Station() }.cached }
}

struct Report {
  @Injected(\.thermometer) private var thermometer

  func text() -> String { "It is \(thermometer.degrees()) degrees." }
}

struct Station: Thermometer {
  func degrees() -> Int { 21 }
}

struct Frost: Thermometer {
  func degrees() -> Int { -5 }
}

@Test(.container { $0.thermometer.register { Frost() } })
func `a report tells the temperature`() {
  #expect(Report().text() == "It is -5 degrees.")
}

@Test(.container) func `a report reads the station`() {
  #expect(Report().text() == "It is 21 degrees.")
}
