// Package program runs a built program as a child process, for the commands that measure and test it:
// it starts it, waits until it is ready, and stops it. Main is the
// shared part of their main functions, and Report the table of their checks.
package program
