// Package fairqueue shares slots fairly among clients: the clients take turns, so one that asks
// for much waits for itself and not in front of others. Requests of visitors go before
// prefetches, and prefetches before requests of crawlers.
//
// Start with Queue. What counts as one client says package clientaddr.
package fairqueue
