package feeds

import (
	"context"
	"errors"
)

// Source reads one feed. One goroutine uses it at a time.
type Source interface {
	// Read hands the listings of the feed to sink. A listing that cannot be read is a Problem of
	// the sink and costs no other one anything. An error ends the run: the source did not answer,
	// or its file ended too early. What sink has received until then is kept.
	Read(ctx context.Context, run Run, sink Sink) (Result, error)
}

// Run is what a Source may know of earlier runs.
type Run struct {
	// Checkpoint is Result.Checkpoint of the last run without an error, "" before the first.
	Checkpoint string
	// Full asks for a run that names every listing of the source.
	Full bool
	// Version returns Listing versions that Sink.Listing has received, "" for an unknown key.
	Version func(key string) string
}

// Sink receives listings. An error of its methods must end Read.
type Sink interface {
	// Listing receives a listing. version is any text by which the source recognises later that
	// nothing has changed, "" for none. The sink keeps l.
	Listing(l *Listing, version string) error
	// Present tells that a key is listed and unchanged since its version.
	Present(key string) error
	// Problem receives what could not be read.
	Problem(p Problem)
}

// Result is the outcome of a run without an error.
type Result struct {
	// Complete tells that every listing of the source was named by Listing, Present or a Problem
	// with its key: those that were not are no longer offered.
	Complete bool
	// Unchanged tells that the source is equal to that of the checkpoint and nothing was named.
	Unchanged  bool
	Checkpoint string
}

// ErrIncomplete reports a feed that ended before its end mark. Nothing may be removed.
var ErrIncomplete = errors.New("the feed ended before its end mark; the transfer was cut off or its writer failed")
