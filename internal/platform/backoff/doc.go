// Package backoff computes the delay before a retry: exponential, capped, with
// optional jitter.
//
// A Policy is a pure function of the number of failures. Its users keep that number
// themselves, replica and leads in the database, so it survives a restart. Libraries
// keep the number in an object (docs/adr/0014-libraries.md). Retries of one HTTP request
// belong to internal/platform/resilience.
//
// Users: replica (outages of the CMS, failed entities), leads (deliveries), worker
// (restarts of a process), store (listen connection and reads on PostgreSQL), instagram
// (failed fetches).
//
// Start with Policy.
package backoff
