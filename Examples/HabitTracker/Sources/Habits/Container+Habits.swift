import Registry
import Storage

extension Container {
  /// The habits of the store that the context chooses, by the clock of the context.
  package var habitTracker: Factory<HabitTracker> {
    self { HabitTracker(self.itemRepository(), now: self.storeEnvironment().now) }
  }
}
