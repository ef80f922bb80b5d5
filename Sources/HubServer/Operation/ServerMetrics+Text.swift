// Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

extension ServerMetrics {
  /// The counters as text, with gauges that the caller has read.
  func text(gauges: [(name: String, help: String, value: Int64)]) -> String {
    let values = snapshot
    var text = ""
    for (name, help, value) in gauges {
      text += ServerMetrics.header(name, "gauge", help) + "itemshub_\(name) \(value)\n"
    }
    text += ServerMetrics.header(
      "responses_total",
      "counter",
      "Responses by route and status class."
    )
    for (index, route) in Route.allCases.enumerated() {
      for status in 1...5 where values.responses[index * 6 + status] > 0 {
        text += "itemshub_responses_total{route=\"\(route.rawValue)\",status=\"\(status)xx\"} "
        text += "\(values.responses[index * 6 + status])\n"
      }
    }
    text += ServerMetrics.header("refusals_total", "counter", "Requests refused, by reason.")
    for refusal in Refusal.allCases {
      text += "itemshub_refusals_total{reason=\"\(refusal.rawValue)\"} "
      text += "\(values.refusals[refusal] ?? 0)\n"
    }
    for (name, help, value) in [
      ("writes_total", "Pushes given to the store.", values.writes),
      ("changes_total", "Changes of items in pushes.", values.changes),
      ("received_bytes_total", "Bytes of bodies received.", values.bytesIn),
      ("sent_bytes_total", "Bytes of bodies sent.", values.bytesOut),
      ("store_errors_total", "Requests that failed for the store.", values.storeErrors),
      ("wakes_total", "Requests that waited and had news.", values.wakes),
    ] {
      text += ServerMetrics.header(name, "counter", help) + "itemshub_\(name) \(value)\n"
    }
    text += ServerMetrics.header("request_seconds", "histogram", "Time from head to response.")
    for (index, route) in Route.allCases.enumerated() where values.latencies[index].total > 0 {
      text += values.latencies[index].text("request_seconds", "route=\"\(route.rawValue)\"")
    }
    text += ServerMetrics.header("commit_seconds", "histogram", "Time of a commit of the store.")
    return text + values.commits.text("commit_seconds", "")
  }

  private static func header(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP itemshub_\(name) \(help)\n# TYPE itemshub_\(name) \(type)\n"
  }
}

extension ServerMetrics.Histogram {
  var total: Int { counts.reduce(0, +) }

  fileprivate func text(_ name: String, _ labels: String) -> String {
    var text = ""
    var sum = 0
    let comma = labels.isEmpty ? "" : ","
    for (index, count) in counts.enumerated() {
      sum += count
      let bound = index < ServerMetrics.bounds.count ? seconds(ServerMetrics.bounds[index]) : "+Inf"
      text += "itemshub_\(name)_bucket{\(labels)\(comma)le=\"\(bound)\"} \(sum)\n"
    }
    let braces = labels.isEmpty ? "" : "{\(labels)}"
    return text + "itemshub_\(name)_sum\(braces) \(seconds(self.sum))\n"
      + "itemshub_\(name)_count\(braces) \(sum)\n"
  }

  private func seconds(_ microseconds: Int64) -> String { "\(Double(microseconds) / 1e6)" }
}
