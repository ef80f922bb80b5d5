import FactoryKit

@main
struct Forecast {
  @MainActor
  static func main() {
    let model = Container.shared.model()
    for city in CommandLine.arguments.dropFirst() where !city.hasPrefix("--") {
      model.look(at: city)
    }
    for line in model.lines { print(line) }
    print("asked for: \(Container.shared.history().cities.joined(separator: ", "))")
  }
}
