// Package program runs a built program as a child process, for cmd/bench, cmd/crawl
// and cmd/chaos: it starts it, waits until it is ready, and stops it. Main is the
// shared part of their main functions.
package program
