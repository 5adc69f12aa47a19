// Package flight lets callers who want the same thing at the same time share one
// making of it. It knows nothing of what is made; keeping it is the caller's business.
//
// Start with Group.
package flight
