//go:build tools

// Package s3 pins the S3 server of the tests. It is a module of its own: nothing else needs its
// dependencies.
package s3
