import FaultySystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How a call fails.
struct CallFault {
  let error: Int32
  let kinds: UInt32
  let isLasting: Bool

  static func named(_ name: String) -> CallFault? {
    // Only what needs space can fail for want of it; and a lock is refused for want of locks.
    let growing = UInt32(FAULTY_OPEN | FAULTY_WRITE | FAULTY_TRUNCATE)
    let locking = UInt32(FAULTY_LOCK)
    switch name {
    case "error": return CallFault(error: EIO, kinds: ~locking, isLasting: false)
    case "errors": return CallFault(error: EIO, kinds: ~locking, isLasting: true)
    case "full": return CallFault(error: ENOSPC, kinds: growing, isLasting: false)
    case "fulls": return CallFault(error: ENOSPC, kinds: growing, isLasting: true)
    case "lock": return CallFault(error: ENOLCK, kinds: locking, isLasting: false)
    case "short":
      let moving = UInt32(FAULTY_READ | FAULTY_WRITE)
      return CallFault(error: FAULTY_SHORT, kinds: moving, isLasting: false)
    default: return nil
    }
  }
}
