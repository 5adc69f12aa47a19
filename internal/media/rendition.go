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

	"estate/internal/coalesce"
)

// recipe changes when the worker's settings do, so that renditions made with
// others are not found any more.
const recipe = "1"

// Rendition is a picture ready to be sent. Close it.
type Rendition struct {
	io.ReadSeeker
	ContentType string
	ETag        string // strong
	Size        int64
	Modified    time.Time
	// Policy is the Content-Security-Policy that must go with it, "" for none.
	// Whatever the type, X-Content-Type-Options: nosniff belongs to the answer.
	Policy string
	closer io.Closer
}

// Close frees the file behind the rendition.
func (r *Rendition) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// made is what a making leaves: a file in the cache, or the bytes where the disk failed.
type made struct{ loose []byte }

// Open finds the rendition at a path such as Picture gives, escapes undone, and
// makes it if need be. Errors are those of errors.go or of a cancelled ctx.
func (l *Library) Open(ctx context.Context, path string) (*Rendition, error) {
	n, ok := l.parse(path)
	if !ok {
		n, ok = parseOriginal(path)
	}
	if !ok {
		return nil, fmt.Errorf("%w: %.100q is no address of a picture", ErrNotFound, path)
	}
	var err error
	if n.stamp, err = l.stamp(n.source); err != nil {
		return nil, err
	}
	key := n.key()
	if r, ok := l.kept(n, key); ok && !l.stale(n, r) {
		return r, nil
	} else if ok {
		return l.renew(ctx, n, key, r), nil
	}
	return l.fresh(ctx, n, key)
}

// stamp is the state of a local original: one that is replaced gets new
// renditions and a new chance. A remote one is not looked at here, its renditions grow old instead.
func (l *Library) stamp(src source) (string, error) {
	if src.remote != nil {
		return "", nil
	}
	info, err := l.stat(src.file)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano()), nil
}

// key names a rendition by all it is made from.
func (n name) key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d\n%s", recipe, n.original(), n.width, n.format))
	return hex.EncodeToString(sum[:16]) + "." + string(n.format)
}

func (l *Library) kept(n name, key string) (*Rendition, bool) {
	f, info, ok := l.cache.open(key)
	if !ok {
		return nil, false
	}
	r := l.rendition(n, key, f, info.Size(), info.ModTime())
	r.closer = f
	return r, true
}

func (l *Library) rendition(n name, key string, body io.ReadSeeker, size int64, modified time.Time) *Rendition {
	r := &Rendition{
		ReadSeeker:  body,
		ContentType: contentTypes[n.format],
		ETag:        `"` + key[:24] + `"`,
		Size:        size,
		Modified:    modified,
	}
	if n.source.remote != nil {
		r.ETag = fmt.Sprintf(`"%s-%x"`, key[:24], modified.Unix())
	}
	if n.format == formatSVG {
		r.Policy = vectorPolicy
	}
	return r
}

// stale tells whether a rendition's remote original should be looked at again.
func (l *Library) stale(n name, r *Rendition) bool {
	return n.source.remote != nil && l.cfg.Now().Sub(r.Modified) > l.cfg.RemoteAge
}

// renew makes a stale rendition anew; where that fails, the old one is better than none.
func (l *Library) renew(ctx context.Context, n name, key string, old *Rendition) *Rendition {
	fresh, err := l.fresh(ctx, n, key)
	if err != nil {
		l.cfg.Log.InfoContext(ctx, "kept an old rendition", "original", n.source.String(), "err", err)
		return old
	}
	old.Close()
	return fresh
}

// fresh has a rendition made, once for all who want it now.
func (l *Library) fresh(ctx context.Context, n name, key string) (*Rendition, error) {
	if err := l.refused.find(n.original()); err != nil {
		return nil, err
	}
	product, err := l.making.Do(ctx, key, func(ctx context.Context) (made, error) { return l.make(ctx, n, key) })
	if err != nil {
		return nil, l.failed(ctx, n, err)
	}
	if product.loose != nil {
		return l.rendition(n, key, bytes.NewReader(product.loose), int64(len(product.loose)), l.cfg.Now()), nil
	}
	if r, ok := l.kept(n, key); ok {
		return r, nil
	}
	return nil, fmt.Errorf("%w: the rendition was evicted at once; allow the picture cache more bytes", ErrBusy)
}

// failed sorts an error of a making into those that Open promises.
func (l *Library) failed(ctx context.Context, n name, err error) error {
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, ErrRefused), errors.Is(err, ErrBusy), errors.Is(err, ErrUnavailable):
		return err
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, coalesce.ErrFull), errors.Is(err, coalesce.ErrClosed):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	l.cfg.Log.ErrorContext(ctx, "making a rendition failed", "original", n.source.String(), "err", err)
	return fmt.Errorf("%w: %w", ErrBusy, err)
}
