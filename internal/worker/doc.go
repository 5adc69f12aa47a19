// Package worker supervises Node child processes that answer one frame at a time.
//
// It knows how to find Node, start a script in a process group of its own, talk
// to it in frames over two private pipes, bound it by time and memory, kill it,
// and start it again with back-off. What the frames mean is the business of the
// packages on top: ssr draws Views, media makes renditions.
//
// Start with Pool; harness.mjs is the other end of the pipes.
package worker
