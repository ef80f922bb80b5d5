// What systemd and the daemons that it starts say to each other, without its library.
// See <https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html> and sd_listen_fds(3).

import Files

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The service manager that started this process, if one did.
struct ServiceManager: Sendable {
  /// What is told.
  enum Notice: String {
    case ready = "READY=1"
    case reloading = "RELOADING=1"
    case stopping = "STOPPING=1"
    case alive = "WATCHDOG=1"
  }

  private let socketPath: String?

  init(_ variables: [String: String]) { socketPath = variables["NOTIFY_SOCKET"] }

  /// Tells the manager; nothing fails if there is none.
  func tell(_ notice: Notice, status: String = "") {
    guard let socketPath, !socketPath.isEmpty else { return }
    #if canImport(Darwin)
    let kind = SOCK_DGRAM
    #else
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return }
    let owner = FileDescriptor(owning: descriptor, "the service manager")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var path = Array(socketPath.utf8)
    // An abstract name begins with a zero byte, written as '@'.
    if path.first == UInt8(ascii: "@") { path[0] = 0 }
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    var text = notice.rawValue
    if notice == .reloading { text += "\nMONOTONIC_USEC=\(ServiceManager.microseconds())" }
    if !status.isEmpty { text += "\nSTATUS=\(status)" }
    let bytes = Array(text.utf8)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe sendto(owner.number, bytes, bytes.count, 0, pointer, socklen_t(offset + path.count))
      }
    }
  }

  private static func microseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  /// The sockets that the manager opened for this process and listens on; empty if there are none.
  static func inheritedSockets(_ variables: [String: String]) -> [Int32] {
    guard let process = variables["LISTEN_PID"].flatMap({ Int32($0) }), process == getpid(),
      let count = variables["LISTEN_FDS"].flatMap({ Int32($0) }), (1...64).contains(count)
    else { return [] }
    let numbers = Array(3..<(3 + count))
    // Programs that this one starts have no use for them.
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    return numbers
  }
}
