// Package resilience limits and protects the requests of a client to one host:
// bulkhead (concurrent requests), rate limit, circuit breaker, and retries with
// backoff for idempotent requests. Every wait is bounded; a request that would wait
// longer fails with ErrOverloaded.
//
// It knows HTTP and nothing about the content of requests. Start with Transport, an
// http.RoundTripper.
package resilience
