package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Reader reads a file of another host at any position: a Read at another position than that of the
// last one requests a range. It is not safe for concurrent use.
type Reader struct {
	client   *Client
	ctx      context.Context //nolint:containedctx // a reader lives as long as the response that it is for
	at       *url.URL
	size     int64
	modified time.Time

	offset   int64 // of the next Read
	position int64 // of body
	body     io.ReadCloser
}

// Open requests the file at u. It fails as Fetch does, but accepts every size. The caller closes
// the Reader.
func (c *Client) Open(ctx context.Context, u *url.URL) (*Reader, error) {
	u, ok := c.hosts.Allowed(u)
	if !ok {
		return nil, fmt.Errorf("%w: its host is not among those allowed", ErrRefused)
	}
	req, err := c.request(ctx, u)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept-Encoding", "identity") // ranges of a compressed body are of no use
	res, err := c.stream.Do(req)                  //nolint:bodyclose // Reader.Close closes it
	if err != nil {
		return nil, fmt.Errorf("fetch remote file: %w", err)
	}
	r := &Reader{client: c, ctx: ctx, at: u, size: res.ContentLength, body: res.Body}
	r.modified, _ = http.ParseTime(res.Header.Get("Last-Modified"))
	err = statusError(res.StatusCode)
	if err == nil {
		kind, _, failure := mime.ParseMediaType(res.Header.Get("Content-Type"))
		if failure != nil || !c.accepts(kind) {
			err = fmt.Errorf("%w: its type is %.60q", ErrRefused, res.Header.Get("Content-Type"))
		}
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Size returns the size of the file in bytes, -1 if the host does not send it.
func (r *Reader) Size() int64 { return r.size }

// Modified returns the time of the last change, zero if the host does not send it.
func (r *Reader) Modified() time.Time { return r.modified }

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if r.size >= 0 && r.offset >= r.size {
		return 0, io.EOF
	}
	if r.position != r.offset {
		if err := r.request(); err != nil {
			return 0, err
		}
	}
	n, err := r.body.Read(p)
	r.offset += int64(n)
	r.position = r.offset
	return n, err
}

// request requests the range from the offset to the end.
func (r *Reader) request() error {
	req, err := r.client.request(r.ctx, r.at)
	if err != nil {
		return err
	}
	_ = r.body.Close() // the rest is not needed
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("Range", "bytes="+strconv.FormatInt(r.offset, 10)+"-")
	res, err := r.client.stream.Do(req) //nolint:bodyclose // Reader.Close closes it
	if err != nil {
		return fmt.Errorf("fetch remote file: %w", err)
	}
	r.body = res.Body
	switch res.StatusCode {
	case http.StatusPartialContent:
	case http.StatusOK: // the host has no ranges
		if _, err := io.CopyN(io.Discard, res.Body, r.offset); err != nil {
			return fmt.Errorf("read remote file: %w", err)
		}
	default:
		return fmt.Errorf("fetch remote file: status %d", res.StatusCode)
	}
	r.position = r.offset
	return nil
}

// Seek implements io.Seeker. It sends no request.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("remote: seek before the start of a file, or of one without a known size")
	}
	r.offset = offset
	return offset, nil
}

// Close closes the connection.
func (r *Reader) Close() error { return r.body.Close() }
