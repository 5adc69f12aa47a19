//go:build !linux

package lowpriority

// Lower does nothing: here only processes have a priority.
func Lower(int) error { return nil }
