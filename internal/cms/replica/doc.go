// Package replica keeps a store equal to what a remote WordPress publishes.
//
// The basic operation is reconciliation (comparer): list ids and modification times of
// the CMS, compare them with the store, fetch what is new or different, delete what is
// missing. The first copy is a reconciliation of an empty store. After a restart it
// continues, because equal entities are not fetched again. Between reconciliations a poll
// lists recent changes only, and the webhook of the CMS sends notices of single entities.
// A lost notice does no harm: the next poll or reconciliation finds the change.
//
// An entity is stored in one batch with the terms, the author and the image that it
// references. An entity that cannot be fetched is recorded, retried with backoff, and
// delays no other. The deletion guard stops a deletion of a large share of a list until an
// operator accepts it.
//
// Owners:
//
//	loop            schedule of polls and reconciliations, backoff during an outage
//	noticeQueue     notices that wait; noticeApplier fetches what they name
//	comparer        reconciliation and poll
//	fetcher         fetches entities in batches and stores them
//	relatedFetcher  terms, authors and images that entities reference
//	siteData        taxonomies, authors, options, redirects, Instagram: read whole
//	deleter         deletes what the CMS no longer publishes, if deletionGuard allows it
//	stateStore      the persistent state; failureLog is the part about failed entities
//	cms             the WordPress client with its version, plugin and languages
//
// Start with Replica.Run in lease.go and loop.step in loop.go.
package replica
