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
  static let styleHash = "zAj558rSwvHlVJgDgG+LnC5Ppzd8oidF8DkzUjtBkBA="

  static let style =
    ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:38rem;"
    + "margin:3rem auto;padding:0 1rem;color:light-dark(#1d1d1f,#e8e8ea);"
    + "background:light-dark(#fff,#1b1b1e)}h1{font-size:1.6rem;line-height:1.25}"
    + "pre{padding:.75rem 1rem;border:1px solid light-dark(#d0d0d5,#47474d);border-radius:.4rem;"
    + "background:light-dark(#f6f6f8,#26262a);overflow-x:auto}"

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
    <p>Devices that keep their items with <code>itemsctl</code> meet here. To join, a device needs a token.
    The person who runs this hub makes it on the hub's machine, one for each device:</p>
    <pre>itemshub token create SPACE --label "my laptop"</pre>
    <p>On the device, with this page's address in place of ADDRESS, paste it where this asks for it:</p>
    <pre>itemsctl login ADDRESS/SPACE</pre>
    <p>From then on, <code>itemsctl sync</code> needs nothing else.</p>
    </body>
    </html>

    """
}
