package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"estate/internal/platform/coalesce"
)

// recipe is a version of the settings of worker.mjs. It is part of the cache key: change it
// with them, and old renditions are not found any more.
const recipe = "1"

// Rendition is a picture for a response. The caller closes it.
type Rendition struct {
	io.ReadSeeker
	ContentType string
	ETag        string // strong
	Size        int64
	Modified    time.Time
	// Policy is the Content-Security-Policy of the response, "" for none. The response also
	// needs X-Content-Type-Options: nosniff.
	Policy string
	closer io.Closer
}

// Close closes the file of the rendition.
func (r *Rendition) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// created is the result of create: zero for a file in the disk cache, or the body if it could
// not be stored.
type created struct{ body []byte }

// Open returns the rendition at an unescaped path, as Picture returns it, and creates it on a
// cache miss. Errors are those of errors.go or context.Canceled.
func (l *Library) Open(ctx context.Context, path string) (*Rendition, error) {
	return l.OpenAdmitted(ctx, path, func() error { return nil })
}

// OpenAdmitted is Open that calls admit before it creates a rendition, and returns its error.
func (l *Library) OpenAdmitted(ctx context.Context, path string, admit func() error) (*Rendition, error) {
	t, ok := l.parse(path)
	if !ok {
		t, ok = parseOriginal(path)
	}
	if !ok {
		return nil, fmt.Errorf("%w: %.100q is not an address of a picture", ErrNotFound, path)
	}
	var err error
	if t.stamp, err = l.stamp(ctx, t.source); err != nil {
		return nil, err
	}
	key := t.key()
	r, ok := l.cached(t, key)
	if t.unsigned {
		return nil, l.unsignedError(t, r)
	}
	switch {
	case ok && !l.stale(t, r):
		return r, nil
	case ok:
		return l.renew(ctx, t, key, r), nil
	}
	if err := admit(); err != nil {
		return nil, err
	}
	return l.createOnce(ctx, t, key)
}

// unsignedError is the error of an address without a valid signature: printed before addresses
// were signed or with another key, or invented. A rendition that exists (nil for none) was on a
// page: it has moved. For any other one no host is asked.
func (l *Library) unsignedError(t target, existing *Rendition) error {
	if existing == nil {
		return fmt.Errorf("%w: the address of %.100q is not signed", ErrNotFound, t.source)
	}
	err := &MovedError{To: l.stem(t.source) + "." + string(t.format)}
	if t.format != formatSVG {
		err.To = rendition(l.stem(t.source), t.width, t.format)
	}
	return errors.Join(err, existing.Close())
}

// stamp returns the state of a local original (size and time of change): a replaced original
// has other renditions and is not refused any more. It is "" for a remote original; its
// renditions are revalidated by age.
func (l *Library) stamp(ctx context.Context, src source) (string, error) {
	if src.remote != nil {
		return "", nil
	}
	info, err := l.statOrFetch(ctx, src.file)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano()), nil
}

// key is the hash of everything that a rendition is made from.
func (t target) key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d\n%s", recipe, t.original(), t.width, t.format))
	return hex.EncodeToString(sum[:16]) + "." + string(t.format)
}

func (l *Library) cached(t target, key string) (*Rendition, bool) {
	f, info, ok := l.cache.open(key)
	if !ok {
		return nil, false
	}
	r := l.rendition(t, key, f, info.Size(), info.ModTime())
	r.closer = f
	return r, true
}

func (l *Library) rendition(t target, key string, body io.ReadSeeker, size int64, modified time.Time) *Rendition {
	r := &Rendition{
		ReadSeeker:  body,
		ContentType: contentTypes[t.format],
		ETag:        `"` + key[:24] + `"`,
		Size:        size,
		Modified:    modified,
	}
	if t.source.remote != nil {
		r.ETag = fmt.Sprintf(`"%s-%x"`, key[:24], modified.Unix())
	}
	if t.format == formatSVG {
		r.Policy = svgPolicy
	}
	return r
}

// stale reports whether the remote original of a rendition must be revalidated.
func (l *Library) stale(t target, r *Rendition) bool {
	return t.source.remote != nil && l.cfg.Now().Sub(r.Modified) > l.cfg.RemoteAge
}

// renew creates a stale rendition again; on an error it returns the old one.
func (l *Library) renew(ctx context.Context, t target, key string, old *Rendition) *Rendition {
	fresh, err := l.createOnce(ctx, t, key)
	if err != nil {
		l.cfg.Log.InfoContext(ctx, "a stale rendition is used", "original", t.source.String(), "err", err)
		return old
	}
	old.Close()
	return fresh
}

// createOnce creates a rendition; concurrent calls with the same key are coalesced.
func (l *Library) createOnce(ctx context.Context, t target, key string) (*Rendition, error) {
	if err := l.refused.find(t.original()); err != nil {
		return nil, err
	}
	calls := l.local
	if t.source.remote != nil {
		calls = l.fetched
	}
	result, err := calls.Do(ctx, key, func(ctx context.Context) (created, error) { return l.create(ctx, t, key) })
	if err != nil {
		return nil, l.openError(ctx, t, err)
	}
	if result.body != nil {
		return l.rendition(t, key, bytes.NewReader(result.body), int64(len(result.body)), l.cfg.Now()), nil
	}
	if r, ok := l.cached(t, key); ok {
		return r, nil
	}
	return nil, fmt.Errorf("%w: the rendition was evicted at once; increase the size of the picture cache", ErrBusy)
}

// openError maps an error of create to the errors that Open documents.
func (l *Library) openError(ctx context.Context, t target, err error) error {
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, ErrRefused), errors.Is(err, ErrBusy), errors.Is(err, ErrUnavailable):
		return err
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, coalesce.ErrFull), errors.Is(err, coalesce.ErrClosed):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	l.cfg.Log.ErrorContext(ctx, "creating a rendition failed", "original", t.source.String(), "err", err)
	return fmt.Errorf("%w: %w", ErrBusy, err)
}
