// Package agreement holds agreement tests: several implementations get the same
// requests and must return the same results. The client of a remote WordPress that
// reads the site's own REST API over HTTP agrees with the store behind it; a real
// WordPress can replace either side. The search index agrees with a scan of all
// rows of the store and with SQL.
package agreement
