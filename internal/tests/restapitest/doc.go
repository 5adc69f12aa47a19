// Package restapitest lets tests talk to the REST API of a store as to a CMS: over
// HTTP, at an address of its own.
package restapitest
