// Package agreement holds the tests that set two parts side by side which must not
// disagree. The client of a remote WordPress, asking the site's own REST API over
// HTTP, behaves as the store behind it: either side may be replaced by a real
// WordPress. And the search index answers a store's homes as a look at every row
// and as SQL do.
package agreement
