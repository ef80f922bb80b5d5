/// Waits until something holds; nothing here waits for a time.
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
  while !condition() { await Task.yield() }
}
