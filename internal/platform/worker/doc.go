// Package worker supervises Node child processes. Each worker handles one frame at a time.
//
// It finds Node, starts a script in its own process group, exchanges frames over two private
// pipes, limits time and memory, kills a worker that exceeds a limit, and restarts it with
// backoff. The meaning of a frame belongs to the packages that use it: ssr renders Views,
// media makes renditions of pictures.
//
// Start with Pool. harness.mjs is the other end of the pipes.
package worker
