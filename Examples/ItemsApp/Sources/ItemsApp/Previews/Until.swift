import Observation
import Synchronization

/// Waits until something observed holds; nothing here waits for a time.
@MainActor
package func until(_ condition: @escaping @MainActor () -> Bool) async {
  while true {
    let isDone = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let isResumed = Mutex(false)
      let resume: @Sendable (Bool) -> Void = { value in
        let isFirst = isResumed.withLock { isResumed in
          defer { isResumed = true }
          return !isResumed
        }
        if isFirst { continuation.resume(returning: value) }
      }
      // The change comes after the call, so the condition is looked at again then.
      let holds = withObservationTracking(condition) { resume(false) }
      if holds { resume(true) }
    }
    if isDone { return }
  }
}
