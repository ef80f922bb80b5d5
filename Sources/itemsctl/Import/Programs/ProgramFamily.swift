import CommandKit
import Storage

/// Gives the records of an export their ids, and the ids of the tasks above them.
struct ProgramFamily {
  private let shape: ProgramShape
  private let tasks: [ProgramTasks.Task]
  /// The places of the tasks by the program's own ids.
  private var places: [String: Int] = [:]
  /// The tasks with a title, for a program that names the task above by it; nil for a title of several.
  private var placesByTitle: [String: Int?] = [:]
  /// The path of titles to each task without an id of its own.
  private var paths: [Int: String] = [:]
  private var ids: [Int: ItemID] = [:]
  /// How often each path came.
  private var seen: [String: Int] = [:]
  /// The place of the task above each one.
  private var parents: [Int?] = []
  /// The first task of each circle of tasks that stand under each other.
  private var circleStarts: Set<Int> = []

  init(_ shape: ProgramShape, _ tasks: [ProgramTasks.Task]) {
    self.shape = shape
    self.tasks = tasks
    for (index, task) in tasks.enumerated() {
      if let id = ownID(of: task) { places[id] = index }
      for (key, value) in task.values where shape.use(of: key) == .field(.title) {
        guard let title = value.string?.trimmed else { continue }
        placesByTitle[title] = placesByTitle[title] == nil ? .some(index) : .some(nil)
      }
    }
    parents = tasks.indices.map { parentPlace(of: $0) }
    findCircles()
  }

  /// Gives a record its id and its parent; returns what to tell of a parent that is none.
  mutating func place(
    _ record: inout ItemJSON.Record,
    _ index: Int,
    _ task: ProgramTasks.Task
  ) -> String? {
    let parent = parents[index]
    let isLoop = circleStarts.contains(index)
    if let own = ownID(of: task) {
      record.draft.id = id(own)
    } else {
      let above = task.parent.map { paths[$0] ?? ownID(of: tasks[$0]) ?? "" } ?? record.draft.list
      let path = [above, record.draft.title].joined(separator: "\n")
      let name = "\(shape.name)\n\(path)"
      paths[index] = path
      record.name = name
      record.draft.id = ItemID(ofRecord: name, number: seen[name, default: 0])
      seen[name, default: 0] += 1
    }
    ids[index] = record.draft.id
    guard let parent, !isLoop else {
      guard let key = parentKey(of: task) else { return nil }
      record.draft.attributes["parent"] = .string(key)
      return isLoop
        ? "the task stands under itself; it comes in without a parent"
        : "the task above, \"\(key.visible)\", is not in the file; it is kept as an attribute"
    }
    record.draft.parent = ids[parent] ?? ownID(of: tasks[parent]).map(id)
    record.given.insert(.parent)
    return nil
  }

  private func id(_ own: String) -> ItemID { ItemID(ofName: "\(shape.name)\n\(own)") }

  private func ownID(of task: ProgramTasks.Task) -> String? { text(.id, of: task) }

  private func parentKey(of task: ProgramTasks.Task) -> String? { text(.parent, of: task) }

  private func text(_ use: ProgramShape.Use, of task: ProgramTasks.Task) -> String? {
    for (key, value) in task.values where shape.uses[key] == use && !value.isBlank {
      return value["gid"]?.string ?? value["id"]?.string ?? value.string ?? value.description
    }
    return nil
  }

  private func parentPlace(of index: Int) -> Int? {
    if let parent = tasks[index].parent { return parent }
    guard let key = parentKey(of: tasks[index]) else { return nil }
    return places[key] ?? placesByTitle[key] ?? nil
  }

  /// Finds the task of each circle that comes in without a parent; what stands under a circle keeps its own.
  private mutating func findCircles() {
    // The task from which each one was first reached.
    var origins: [Int?] = Array(repeating: nil, count: tasks.count)
    for origin in tasks.indices {
      var place: Int? = origin
      while let current = place, origins[current] == nil {
        origins[current] = origin
        place = parents[current]
      }
      // A way that ends at one of its own tasks has come round.
      guard let entry = place, origins[entry] == origin else { continue }
      var first = entry
      var next = parents[entry]
      while let current = next, current != entry {
        first = min(first, current)
        next = parents[current]
      }
      circleStarts.insert(first)
    }
  }
}
