/// Collects the trace lines of one outermost resolution and writes them when it ends.
final class Trace: Sendable {
  private struct Line: Sendable {
    let text: String
    let logger: @Sendable (String) -> Void
  }

  @TaskLocal private static var current: Trace?
  /// Nil once they are written.
  private let lines = Locked<[Line?]?>([])

  /// Runs a resolution and records its line; one that fails has none.
  static func recording<T, Failure: Error>(
    in manager: ContainerManager,
    _ resolve: () throws(Failure) -> (value: T, line: String)
  ) throws(Failure) -> T {
    guard let current, let index = current.begin() else {
      let trace = Trace()
      defer { trace.write() }
      return try $current.binding(trace) { () throws(Failure) in
        try recording(in: manager, resolve)
      }
    }
    let (value, line) = try resolve()
    current.end(index, Line(text: line, logger: manager.settings.withLock { $0.logger }))
    return value
  }

  /// The same for an asynchronous resolution.
  static func recording<T: Sendable>(
    in manager: ContainerManager,
    _ resolve: nonisolated(nonsending) () async throws -> (value: T, line: String)
  ) async throws -> T {
    guard let current, let index = current.begin() else {
      let trace = Trace()
      defer { trace.write() }
      return try await $current.binding(trace) { () async throws(any Error) in
        try await recording(in: manager, resolve)
      }
    }
    let (value, line) = try await resolve()
    current.end(index, Line(text: line, logger: manager.settings.withLock { $0.logger }))
    return value
  }

  /// Reserves a line, which comes before those of the resolutions within; nil if the lines are written, as in a task that
  /// outlives the resolution.
  private func begin() -> Int? {
    lines.withLock { lines in
      lines?.append(nil)
      return lines.map { $0.endIndex - 1 }
    }
  }

  private func end(_ index: Int, _ line: Line) {
    lines.withLock { $0?[index] = line }
  }

  private func write() {
    let all = lines.withLock { $0.take() }
    for line in (all ?? []).compactMap(\.self) { line.logger(line.text) }
  }
}
