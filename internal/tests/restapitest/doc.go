// Package restapitest serves the REST API of a store over HTTP, as the CMS of a
// test.
package restapitest
