package tracing

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"regexp"
	"sync"
)

// request is the context of a request with its identity, in one allocation. Most requests never need
// an id, so it is made on use.
type request struct {
	context.Context
	once  sync.Once
	given string
	id    string
}

type requestKey struct{}

// validID limits what a proxy may write into logs and pages.
var validID = regexp.MustCompile(`^[A-Za-z0-9._-]{4,64}$`)

// WithRequest returns a context for a new request. given is the id of a trusted proxy, "" for none;
// an invalid one is ignored.
func WithRequest(ctx context.Context, given string) context.Context {
	r := &request{Context: ctx}
	if given != "" && validID.MatchString(given) {
		r.given = given
	}
	return r
}

// Value is called by package context.
func (r *request) Value(key any) any {
	if key == (requestKey{}) {
		return r
	}
	return r.Context.Value(key)
}

// RequestID is the id of the request of a context: that of the proxy, or a random one of twelve
// characters. Outside a request it is "".
func RequestID(ctx context.Context) string {
	r, ok := ctx.Value(requestKey{}).(*request)
	if !ok {
		return ""
	}
	r.once.Do(func() {
		if r.id = r.given; r.id == "" {
			var b [6]byte
			_, _ = rand.Read(b[:]) // crypto/rand never fails on the systems Go supports
			r.id = hex.EncodeToString(b[:])
		}
	})
	return r.id
}

// LogHandler adds the attribute request, the id of the request, to the log lines of requests.
func LogHandler(next slog.Handler) slog.Handler { return logHandler{next} }

type logHandler struct{ slog.Handler }

// Handle is called by slog.
func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	if id := RequestID(ctx); id != "" {
		record = record.Clone()
		record.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs is called by slog.
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup is called by slog.
func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.Handler.WithGroup(name)}
}
