// Package leads stores the enquiries of visitors and delivers them to the agency.
//
// Service.Submit checks an enquiry (enquiry.go) and commits it to a database of its own
// (store.go) before the visitor is thanked. The dispatcher (dispatcher.go) delivers it
// through every Channel, at least once, with exponential backoff while a channel fails.
// With a Mirror, a second place that all nodes share, the copier (copier.go) copies it there
// before the thanks, and takes over the enquiries of nodes that have ended.
// The database is apart from the content's: an import replaces all content, enquiries stay.
//
// Channels are packages of their own: leads/mail and leads/webhook; leads/mirror is the Mirror. Rate limits and the
// same-site check belong to internal/site/server. Start with Service.
package leads
