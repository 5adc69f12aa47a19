// Package ssr draws Views on the server. It knows JSON in and HTML out, and
// nothing of what either says.
//
// Start with Renderer. Pool is its engine: Node workers that run the front end's
// server bundle (supervised by package worker). Pages keeps finished documents,
// compressed, under the hash of what they were made from, so that equal Views are
// drawn once and no entry can be stale.
package ssr
