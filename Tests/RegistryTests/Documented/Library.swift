public import Registry
import RegistryTesting
import Testing

/// What FactoryKit's articles document, area by area; each test case has containers and singletons of its own.
@Suite(.container, .branch) enum Documented {}

protocol Catalogue: AnyObject {
  var title: String { get }
}

/// Not `Sendable`, as most classes that programs inject are not.
class CityCatalogue: Catalogue {
  let title = "city"
}

class StubCatalogue: Catalogue {
  let title: String

  init(_ title: String = "stub") {
    self.title = title
  }
}

class Desk {
  let catalogue: any Catalogue

  init(catalogue: any Catalogue) {
    self.catalogue = catalogue
  }
}

struct Reader: Equatable {
  var name: String
}

struct Overdue: Error {}

/// A container of a program's own, spelled as the articles spell theirs.
public final class Branch: SharedContainer {
  /// The branch of the running test.
  @TaskLocal public static var shared = Branch()
  /// Keeps overrides and cached values.
  public let manager = ContainerManager()
}

extension Container {
  var catalogue: Factory<any Catalogue> {
    self { CityCatalogue() }
  }
  var keptCatalogue: Factory<any Catalogue> {
    self { CityCatalogue() }.cached
  }
  var desk: Factory<Desk> {
    self { Desk(catalogue: self.keptCatalogue()) }
  }
  var reader: ParameterFactory<String, Reader> {
    self { Reader(name: $0) }
  }
}

extension Branch {
  var shelf: Factory<any Catalogue> {
    self { StubCatalogue("shelf") }.cached
  }
}

extension Trait where Self == ContainerTrait<Branch> {
  static var branch: ContainerTrait<Branch> {
    .init(shared: Branch.$shared, container: .init())
  }
}

extension Container {
  /// Has the name of a private factory in another file.
  private var namesake: Factory<Object> { self { Object("other file") }.singleton }
  fileprivate var namesakeFactory: Factory<Object> { namesake }
}

func namesakeOfOtherFile() -> Factory<Object> { Container.shared.namesakeFactory }
