// Package coalesce lets concurrent callers with the same key share one call, as
// golang.org/x/sync/singleflight does. In addition a call has a deadline of its own, does
// not end with its first caller, is bounded in number, and turns a panic into an error.
//
// It does not store results. Start with Group.
package coalesce
