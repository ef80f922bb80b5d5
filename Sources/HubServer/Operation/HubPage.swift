import Sync

/// The page at `/`: that a hub runs here, and how a device joins; nothing else.
enum HubPage {
  static let response = NetworkResponse(
    status: 200,
    headers: [
      NetworkRequest.Pair("Content-Type", "text/html; charset=utf-8"),
      NetworkRequest.Pair(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'sha256-\(styleHash)'; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"
      ),
      NetworkRequest.Pair("X-Content-Type-Options", "nosniff"),
      NetworkRequest.Pair("Referrer-Policy", "no-referrer"),
    ],
    body: Array(html.utf8)
  )

  /// The SHA-256 of ``style`` in base 64; a test computes it.
  static let styleHash = "uo5jjh4mP5dVg7LlAWiVpmUEET/hEclJ88I6Yd+526c="

  static let style =
    ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:38rem;"
    + "margin:3rem auto;padding:0 1rem}pre{padding:.75rem 1rem;border:1px solid;border-radius:.4rem;"
    + "overflow-x:auto}"

  static let html = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>A hub for items</title>
    <style>\(style)</style>
    </head>
    <body>
    <h1>A hub for items</h1>
    <p>Devices that keep their items with <code>itemsctl</code> meet here. To join, a device needs a token,
    which the person who runs this hub makes on the hub's machine:</p>
    <pre>itemshub token create SPACE --label "my laptop"</pre>
    <p>Then, on the device, with this page's address in place of ADDRESS:</p>
    <pre>itemsctl sync --remote ADDRESS/SPACE</pre>
    </body>
    </html>

    """
}
