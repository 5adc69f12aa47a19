// Package restapitest serves the REST API of a source over HTTP: the CMS of a test.
//
// Start with Serve.
package restapitest
