// Package contenttest is the test suite of content.Source. Run makes every call of
// the site on a source that holds Fixture; Scan is a simple searcher that is the
// reference for search.
//
// Start with Run. The fixture_*.go files contain the fixture.
package contenttest
