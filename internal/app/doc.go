// Package app builds the site from its settings and runs it, and implements the
// subcommands of cmd/estate. It is the only package that knows all adapters.
//
// Start with app.go, which puts the parts together, and serve.go, which runs them.
// origin.go, replica.go and index.go decide where content comes from. The subcommands
// are in command_*.go; those of feeds, channels and saved searches beside their parts.
package app
