// Package lowpriority runs work at a lower priority of the operating system than the rest of the
// program: what answers at once, such as a cached page, does not wait for it.
//
// Start with Threads. Lower does the same to another process.
package lowpriority
