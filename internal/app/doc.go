// Package app builds the site from its settings and runs it (app.go, serve.go), and
// implements the subcommands of cmd/estate: check, import, export, redirects, preview,
// leads, replica and demo. It is the one package where the adapters meet.
package app
