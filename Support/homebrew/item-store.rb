# The command for macOS, built from the repository. Put the repository's address into the two lines that have one, then:
#   brew tap-new local/items && cp Support/homebrew/item-store.rb "$(brew --repository local/items)/Formula"
#   brew install --HEAD local/items/item-store
class ItemStore < Formula
  desc "Offline-first items in the terminal, synced through a hub"
  homepage "https://example.com/item-store"
  license "MIT"
  head "https://example.com/item-store.git", branch: "main"

  # Swift 6.2. SQLite is that of the system.
  depends_on xcode: ["26.0", :build]
  # On Linux, Scripts/install and Scripts/package put Swift's libraries into the programs; the hub as a server is for there.
  depends_on :macos

  def install
    # Homebrew has a sandbox, and SwiftPM's own cannot start inside it.
    folder = Utils.safe_popen_read("Scripts/build-release", "itemsctl", "--disable-sandbox").chomp
    system "Scripts/install", "--prefix", prefix, "--from", folder
    # What Scripts/install needs to take its files away again, as Homebrew does.
    rm_r share/"itemsctl"
  end

  # `brew services start item-store`; after an error it is tried again, as `itemsctl service` has launchd do it.
  service do
    run [opt_bin/"itemsctl", "sync", "--watch", "--no-input", "--color=never"]
    keep_alive successful_exit: false
    process_type :background
    error_log_path var/"log/itemsctl-sync.log"
  end

  def caveats
    <<~EOS
      To sync from login on, log in to a hub and start the service:
        itemsctl login https://hub.example/main
        brew services start item-store

      Files that `itemsctl service` prints name the program. Give it a name that stays when it is upgraded:
        itemsctl service --unit remind --program "#{opt_bin}/itemsctl"
    EOS
  end

  test do
    store = testpath/"items.sqlite"
    system bin/"itemsctl", "--store", store, "add", "Buy milk", "--list", "home"
    assert_match "Buy milk", shell_output("#{bin}/itemsctl --store #{store} list list:home")
    assert_path_exists man1/"itemsctl.1"
    assert_path_exists zsh_completion/"_itemsctl"
  end
end
