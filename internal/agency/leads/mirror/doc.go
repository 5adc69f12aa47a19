// Package mirror keeps the copies of the enquiries of all nodes in a second place: a
// PostgreSQL database, or a SQLite file on another disk. It is the leads.Mirror of a site;
// what is copied when, and which node delivers, is decided by package leads.
//
// The database is opened by the first use and again after a failure, so a site starts while
// its mirror is away. Start with New.
package mirror
