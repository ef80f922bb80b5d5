// `sync` with a hub behind HTTP: the built command, and a server in this process.

import Foundation
import LoopbackHTTP
import Sync
import Synchronization
import Testing

@Suite struct `Sync over HTTP`: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  @Test func `brings two stores together`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let hub = "\(responder.origin)/main"
    _ = try await run(
      "$0 --store a.sqlite add -q one && $0 --store b.sqlite add -q --each two three"
    )
    let first = try await run("$0 --store a.sqlite sync --remote \(hub)")
    #expect(first.output == "Synced with \(hub): 1 pushed, 0 pulled\n", "\(first)")
    let second = try await run("$0 --store b.sqlite sync --remote \(hub) --json")
    #expect(second.output.contains("\"pushed\":2,\"pulled\":1,\"conflicts\":0"), "\(second)")
    let third = try await run("$0 --store a.sqlite sync && $0 --store a.sqlite list | wc -l")
    #expect(
      third.output
        == "Synced with \(hub): 0 pushed, 2 pulled\n"
        + "What came:\n  added 2 \"two\"\n  added 3 \"three\"\n3\n",
      "\(third)"
    )
    let version = try await run("$0 --version").output.replacing(" ", with: "/")
    #expect(responder.requests.first?.header("User-Agent") == String(version.dropLast()))
  }

  @Test func `takes the token from the first place that has one`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let sync = "$0 --store memory: sync --remote \(responder.origin)/main"
    let credentials = "# tokens\n\(responder.origin)/other no\n\(responder.origin) from-settings\n"
    _ = try workplace.write("credentials", credentials)
    _ = try workplace.write("token", "from-file\n")
    _ = try await run(
      "chmod 600 token credentials; mkdir -p .config/itemsctl xdg/itemsctl; "
        + "cp -p credentials .config/itemsctl; "
        + "echo '\(responder.origin)/main from-xdg' >xdg/itemsctl/credentials; "
        + "chmod 600 xdg/itemsctl/credentials"
    )
    let lines = [
      "\(sync)", "XDG_CONFIG_HOME=$PWD/xdg \(sync)", "ITEMSCTL_TOKEN=from-variable \(sync)",
      "ITEMSCTL_TOKEN=from-variable \(sync) --token-file token",
    ]
    for line in lines {
      let result = try await run(line)
      #expect(result.code == 0, "\(result)")
    }
    #expect(
      responder.requests.map { $0.header("Authorization") ?? "none" } == [
        "Bearer from-settings", "Bearer from-xdg", "Bearer from-variable", "Bearer from-file",
      ]
    )
  }

  @Test func `refuses a file of tokens that others may read, and shows none`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let sync = "$0 --store memory: sync --remote \(responder.origin)/main"
    _ = try workplace.write("token", "s3cret\n")
    let open = try await run("chmod 644 token; \(sync) --token-file token")
    #expect(open.code == 77 && open.errors.contains("chmod 600"), "\(open)")
    let missing = try await run("\(sync) --token-file none")
    #expect(missing.code == 77 && missing.errors.contains("'none'"), "\(missing)")
    let broken = try await run("ITEMSCTL_TOKEN='s3cret s3cret' \(sync)")
    #expect(broken.code == 77 && !broken.errors.contains("s3cret"), "\(broken)")
    _ = try workplace.write("credentials", "\(responder.origin) s3cret more\n")
    let line = try await run(
      "chmod 600 credentials; mkdir -p .config/itemsctl; mv credentials .config/itemsctl; \(sync)"
    )
    #expect(line.code == 77 && line.errors.contains("Line 1 of"), "\(line)")
    #expect(!line.errors.contains("s3cret") && responder.connectionCount == 0)
  }

  @Test func `ends with 77 where the hub wants another token`() async throws {
    let responder = try LoopbackResponder { _ in .answer(NetworkResponse(status: 401)) }
    let result = try await run("$0 --store memory: sync --remote \(responder.origin)/main")
    #expect(result.code == 77 && responder.requests.count == 1, "\(result)")
  }

  /// A proxy that passes requests for `http://hub.example` on to a hub of its own.
  private static func proxy() throws -> LoopbackResponder {
    let hub = Hub.inMemory()
    return try LoopbackResponder { request in
      guard request.target.hasPrefix("http://hub.example/") else { return .close }
      var inner = request
      inner.target = String(request.target.dropFirst("http://hub.example".count))
      return .answer(hub.respond(to: inner.networkRequest))
    }
  }

  @Test func `goes through the proxy that the variables name, with its password`() async throws {
    let sync = "$0 --store memory: sync --insecure --remote http://hub.example/main"
    for (user, header) in [("", nil), ("me:secret@", "Basic bWU6c2VjcmV0")] {
      let proxy = try Self.proxy()
      let result = try await run(
        sync,
        variables: ["http_proxy": "http://\(user)127.0.0.1:\(proxy.port)"]
      )
      #expect(result.code == 0 && !proxy.requests.isEmpty, "\(result)")
      #expect(proxy.requests.allSatisfy { $0.header("Proxy-Authorization") == header })
    }
  }

  @Test func `goes around the proxy to what the variables except`() async throws {
    let (responder, proxy) = (try LoopbackResponder(hub: .inMemory()), try Self.proxy())
    let result = try await run(
      "$0 --store memory: sync --remote \(responder.origin)/main",
      variables: [
        "http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "localhost,127.0.0.1",
      ]
    )
    #expect(result.code == 0 && proxy.requests.isEmpty, "\(result)")
  }

  @Test func `a proxy that refuses is told from the hub, and its password stays secret`()
    async throws
  {
    let proxy = try LoopbackResponder { _ in .answer(NetworkResponse(status: 407)) }
    let result = try await run(
      "$0 --store memory: sync --remote https://hub.example/main",
      variables: ["https_proxy": "http://me:secret@127.0.0.1:\(proxy.port)"]
    )
    #expect(result.code == 69, "\(result)")
    #expect(!result.errors.contains("secret"), "\(result)")
    #expect(proxy.requests.first?.method == "CONNECT")
  }

  @Test func `a hub that is not there is told with what to do, and loses nothing`() async throws {
    let result = try await run(
      """
      $0 --store a.sqlite add -q Kept; $0 --store a.sqlite sync --remote http://127.0.0.1:1/main; echo $?
      $0 --store a.sqlite list --format json
      """
    )
    #expect(result.output.hasPrefix("69\n") && result.output.contains("\"Kept\""), "\(result)")
    #expect(result.errors.contains("Error: Nothing answers at 'http://127.0.0.1:1'."), "\(result)")
    #expect(result.errors.contains("Help:  Check that the hub runs"), "\(result)")
    #expect(result.errors.contains("Nothing is lost"), "\(result)")
  }

  @Test func `refuses plain HTTP to other machines`() async throws {
    let result = try await run("$0 --store memory: sync --remote http://hub.example/main")
    #expect(result.code == 64 && result.errors.contains("'--insecure'"), "\(result)")
  }

  @Test func `half an answer is tried again`() async throws {
    let hub = Hub.inMemory()
    let box = CountedAnswers()
    let responder = try LoopbackResponder { request in
      box.next() == 1
        ? .text("HTTP/1.1 200 OK\r\nContent-")
        : .answer(hub.respond(to: request.networkRequest))
    }
    let result = try await run("$0 --store memory: sync --remote \(responder.origin)/main")
    #expect(result.code == 0 && responder.requests.count == 2, "\(result)")
  }

  #if os(Linux)
  @Test func `without libcurl it says what to install, and all else works`() async throws {
    // A folder is found under the library's names, and cannot be loaded.
    let result = try await run(
      """
      mkdir -p none/libcurl.so.4 none/libcurl-gnutls.so.4; export LD_LIBRARY_PATH=$PWD/none
      $0 --store a.sqlite add Milk && $0 --store a.sqlite sync --remote https://localhost:1/main
      """
    )
    #expect(result.output.hasPrefix("Added 1"), "\(result)")
    #expect(result.code == 78 && result.errors.contains("'libcurl4'"), "\(result)")
  }
  #endif

  @Test(arguments: [SIGINT, SIGKILL])
  func `closes its connection when it is ended`(_ signal: Int32) async throws {
    // The thread that gets the request sends the signal: a task may wait for so long that the command gives up.
    let running = Mutex<BuiltCommand.Call?>(nil)
    let isRunning = Gate()
    let responder = try LoopbackResponder { _ in
      isRunning.wait()
      running.withLock { $0?.send(signal) }
      return .silence
    }
    let call = try BuiltCommand.start(
      shell: "exec $0 --store memory: sync --remote \(responder.origin)/main",
      in: workplace
    )
    running.withLock { $0 = call }
    isRunning.open()
    let result = try await call.result()
    #expect(result.code == (signal == SIGINT ? 130 : 137), "\(result)")
    try await wait(for: "the connection to be closed") { responder.openConnectionCount == 0 }
  }
}
