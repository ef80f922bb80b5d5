import Dispatch
import NetworkFrames
import Storage
import Sync
import SyncHTTP

/// Carries out the command's requests until the command ends.
final class HelperSession: Sendable {
  private struct State {
    var service: HTTPNetworkService?
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let output: FramePipe
  private let state = Locked(State())

  init(output: FramePipe) { self.output = output }

  /// Reads all frames; after the last one, the process ends.
  func run(_ input: FramePipe) async {
    // Reading blocks, which must not happen on the threads of tasks.
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "input").async {
        while let frame = input.next(), let message = try? FrameMessage(frame) {
          self.take(message)
        }
        continuation.resume()
      }
    }
  }

  private func take(_ message: FrameMessage) {
    switch message {
    case .start(let start): reply(to: start)
    case .request(let number, let request): perform(number, request)
    case .cancel(let number): state.withLock { $0.tasks[number] }?.cancel()
    case .started, .refused, .response, .failure: break
    }
  }

  private func reply(to start: FrameMessage.Start) {
    do throws(SyncError) {
      var options = HTTPOptions()
      options.allowsInsecure = start.allowsInsecure
      options.userAgent = start.userAgent
      let token = try start.token.map { text throws(SyncError) in try HubToken(text) }
      let remote = try Remote(start.remote)
      if try remote.httpOrigin(allowsInsecure: true)?.isLoopback == true {
        // A proxy on another machine could not reach this one, and need not be trusted.
        Main.useNoProxy()
      }
      let service = try HTTPNetworkService(remote: remote, token: token, options: options)
      state.withLock { $0.service = service }
      output.write(.started(version: Main.version))
    } catch {
      output.write(.refused(error.message))
    }
  }

  private func perform(_ number: Int, _ request: NetworkRequest) {
    guard let service = state.withLock({ $0.service }) else {
      return output.write(.failure(number, .noRemote, "No hub was named."))
    }
    // The task may end before it is in the list: it removes itself under the same lock.
    state.withLock { state in
      state.tasks[number] = Task { [self, output] in
        do throws(NetworkError) {
          output.write(.response(number, try await service.send(request)))
        } catch {
          output.write(.failure(number, error.code, error.message))
        }
        forget(number)
      }
    }
  }

  private func forget(_ number: Int) { state.withLock { $0.tasks[number] = nil } }
}
