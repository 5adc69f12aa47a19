// Package contenttest holds every content.Source to the same behaviour: Run asks
// a source that holds Fixture everything that the site asks, and Scan is the
// plainest searcher that could be right.
//
// Start with Run. What the fixture contains, and why, stands in its files.
package contenttest
