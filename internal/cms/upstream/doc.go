// Package upstream caches a content.Source that is remote, slow or down: the CMS of
// live mode.
//
// A response is fresh for a short time. A stale one is served when the source fails or is
// slow, up to a long limit. Concurrent calls with the same key are coalesced. Site data, which
// every page needs, is revalidated in the background. A circuit breaker per language opens after
// consecutive failures, so that visitors get stale content without a wait. Redirect look-ups
// have a cache and a limit of their own.
//
// Calls with a credential pass through: they are neither coalesced nor cached.
//
// Start with Source. get.go decides between cache and source, cache.go stores.
package upstream
