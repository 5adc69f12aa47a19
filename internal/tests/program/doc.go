// Package program runs a built program as a child process, for tests and for the programs of
// harness: it starts it, waits until it is ready, and stops it.
package program
