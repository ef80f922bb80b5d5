#if Hub
import Testing

/// A proxy that the guide has a configuration for.
enum ProxyKind: String, Sendable {
  case nginx, caddy, haproxy

  /// Where it listens in a test, and whom it passes requests on to.
  struct Place {
    var port: Int
    var hub: Int
    /// Whether devices come by HTTPS; the certificate is that of ``PrivateRoot``.
    var isEncrypted: Bool
  }

  var isInstalled: Bool { Tool.path(rawValue) != nil }

  /// The file of the sources that has its configuration.
  var example: String {
    switch self {
    case .nginx: "Support/proxies/nginx.conf"
    case .caddy: "Support/proxies/Caddyfile"
    case .haproxy: "Support/proxies/haproxy.cfg"
    }
  }

  /// Writes the guide's configuration with ports and paths of this test, and gives the line that starts the proxy.
  func line(for place: Place, in workplace: HubWorkplace) throws -> String {
    let program = try #require(Tool.path(rawValue))
    let text = try GuidePage().block(from: example)
      .putting("127.0.0.1:\(place.hub)", for: "127.0.0.1:8731")
    switch self {
    case .nginx:
      try workplace.write("site.conf", nginxSite(text, place, workplace))
      try workplace.write("nginx.conf", nginxMain)
      return "exec '\(program)' -p '\(workplace.path)' -c nginx.conf"
    case .caddy:
      try workplace.write("Caddyfile", caddyfile(text, place, workplace))
      return "exec '\(program)' run --config Caddyfile --adapter caddyfile"
    case .haproxy:
      try workplace.write("haproxy.cfg", haproxyFile(text, place))
      return "exec '\(program)' -db -f haproxy.cfg"
    }
  }

  private func nginxSite(_ text: String, _ place: Place, _ workplace: HubWorkplace) throws -> String
  {
    let certificates = "/etc/letsencrypt/live/hub.example"
    let text = try text.putting("", for: "  listen [::]:443 ssl;\n")
      .putting("server_name 127.0.0.1;", for: "server_name hub.example;")
    guard place.isEncrypted else {
      return try text.putting("listen 127.0.0.1:\(place.port);", for: "listen 443 ssl;")
        .putting("", for: "  ssl_certificate \(certificates)/fullchain.pem;\n")
        .putting("", for: "  ssl_certificate_key \(certificates)/privkey.pem;\n")
    }
    return try text.putting("listen 127.0.0.1:\(place.port) ssl;", for: "listen 443 ssl;")
      .putting("\(workplace.path)/certificate.pem", for: "\(certificates)/fullchain.pem")
      .putting("\(workplace.path)/key.pem", for: "\(certificates)/privkey.pem")
  }

  /// What a distribution's own file has around a site's.
  private var nginxMain: String {
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \($0);" }.joined(separator: " ")
    return """
      daemon off; master_process off; pid nginx.pid; error_log stderr;
      events {}
      http { access_log off; \(folders) include site.conf; }

      """
  }

  private func caddyfile(_ text: String, _ place: Place, _ workplace: HubWorkplace) throws -> String
  {
    let scheme = place.isEncrypted ? "https" : "http"
    let certificate =
      place.isEncrypted ? "\ttls \(workplace.path)/certificate.pem \(workplace.path)/key.pem\n" : ""
    let global = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    return try global
      + text.putting(
        "\(scheme)://127.0.0.1:\(place.port) {\n\tbind 127.0.0.1\n\(certificate)",
        for: "hub.example {\n"
      )
  }

  private func haproxyFile(_ text: String, _ place: Place) throws -> String {
    let bind = "bind :::443 v4v6 ssl crt /etc/haproxy/hub.example.pem"
    guard place.isEncrypted else {
      return try text.putting(
        "bind 127.0.0.1:\(place.port)",
        for: "\(bind) alpn http/1.1 ssl-min-ver TLSv1.2"
      )
    }
    return try text.putting("bind 127.0.0.1:\(place.port) ssl crt both.pem", for: bind)
  }
}
#endif
