// Package limits bounds what clients may make the site work: it is where every 429 of a page comes
// from. A request that is answered from a cache passes none of it. What counts as one client says
// package clientaddr; connections and bodies are bounded by package httpconn.
//
// Start with Limits.Admit: first the token bucket of the client, then one queue over all clients.
package limits
