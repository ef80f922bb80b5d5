// `sync` with a hub behind HTTP: the built command, its helper, and a server in this process.

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
        == "Synced with \(hub): 0 pushed, 2 pulled\nWhat came: 2 \"two\"; 3 \"three\"\n3\n",
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

  @Test func `refuses plain HTTP to other machines`() async throws {
    let result = try await run("$0 --store memory: sync --remote http://hub.example/main")
    #expect(result.code == 64 && result.errors.contains("'--insecure'"), "\(result)")
  }

  @Test func `says what is missing where the helper is not there`() async throws {
    let sync = "--store memory: sync --remote https://localhost/main"
    let missing = try await run("mkdir bin; cp $0 bin/itemsctl; bin/itemsctl \(sync)")
    #expect(missing.code == 78 && missing.errors.contains("itemsctl-http"), "\(missing)")
    // Something else under the helper's name.
    for (script, words) in [
      ("exit 3", "ended early (code 3)"), ("exec cat", "does not have the version"),
    ] {
      // Not by this process, of which a program that is being started has all open files for a moment: one that is
      // open for writing is too busy to be run.
      let other = try await run(
        """
        printf '#!/bin/sh\\n%s\\n' '\(script)' >bin/itemsctl-http
        chmod +x bin/itemsctl-http; bin/itemsctl \(sync)
        """
      )
      #expect(other.code == 78 && other.errors.contains(words), "\(other)")
    }
  }

  @Test func `outlives its helper`() async throws {
    // On Linux half a head ends a process that uses URLSession, see
    // https://github.com/swiftlang/swift-corelibs-foundation/issues/5285
    let hub = Hub.inMemory()
    let box = CountedAnswers()
    let responder = try LoopbackResponder { request in
      box.next() == 1
        ? .text("HTTP/1.1 200 OK\r\nContent-")
        : .answer(hub.respond(to: request.networkRequest))
    }
    let result = try await run(
      "$0 --store memory: sync --remote \(responder.origin)/main",
      variables: ["SWIFT_BACKTRACE": "enable=no"]
    )
    #expect(result.code == 0 && responder.requests.count == 2, "\(result)")
  }

  @Test func `leaves no helper behind, even when killed`() async throws {
    for signal in [SIGINT, SIGKILL] {
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
      try await wait(for: "the helper is to close its connection, as it does at its end") {
        responder.openConnectionCount == 0
      }
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ldd")))
  func `leaves the network to the helper`() async throws {
    let own = try await run("ldd $0").output
    #expect(own.contains("libswiftCore"))
    for library in ["FoundationNetworking", "libcurl", "libFoundation.so"] {
      #expect(!own.contains(library))
    }
    #expect(try await run("ldd $0-http").output.contains("FoundationNetworking"))
  }

  @Test func `has a helper of the same version, which people need not run`() async throws {
    let versions = try await run("$0 --version; $0-http --version")
    let lines = versions.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    #expect(lines.count == 2 && lines[0] == lines[1])
    #expect(try await run("$0-http list").code == 64)
  }
}
