// Package tracing follows a request: every log line of it has its request id (requestid.go), and
// a sample of the requests is sent as traces to an OpenTelemetry collector, when one is
// configured (traces.go). Neither has personal data: no query, no address, no header of the visitor.
package tracing
