// Package guard stands between a client and one host: so many requests at a time
// and a second, a pause for a host that fails again and again, and another try for
// questions that may be asked twice. Everything it does is bounded: whoever waits
// too long is refused, and tries are few.
//
// It knows HTTP and nothing of what is asked. Start with Guard, an
// http.RoundTripper.
package guard
