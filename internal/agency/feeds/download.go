package feeds

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Download is a file at an address, or a local path. Its errors never have the address, which may
// hold a key.
type Download struct {
	Address  string // http or https, or a path
	User     string // of HTTP basic authentication
	Password string
	Folder   string // for the copy
	Name     string // of the copy
	MaxBytes int64  // 0 means 2 GB
	Client   *http.Client
}

// IsLocal reports that the file is at a path.
func (d Download) IsLocal() bool { return !strings.Contains(d.Address, "://") }

// downloadTimeout is the time for a whole file.
const downloadTimeout = 30 * time.Minute

// validators are the checkpoint of a download.
type validators struct {
	ETag     string `json:"etag,omitempty"`
	Modified string `json:"modified,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
}

// Read is Source.Read of a feed that is one file: a complete run by decode, unless the file has not
// changed.
func (d Download) Read(ctx context.Context, run Run, decode func(io.Reader) error) (Result, error) {
	checkpoint := run.Checkpoint
	if run.Full {
		checkpoint = ""
	}
	file, next, err := d.open(ctx, checkpoint)
	if err != nil {
		return Result{}, err
	}
	if file == nil {
		return Result{Unchanged: true, Checkpoint: next}, nil
	}
	defer func() { _ = file.Close() }() // read only
	content, err := d.unpacked(file)
	if err != nil {
		return Result{}, err
	}
	if err := decode(content); err != nil {
		return Result{}, err
	}
	return Result{Complete: true, Checkpoint: next}, nil
}

// unpacked is the content of a file that is packed by gzip or zip, whatever its name.
func (d Download) unpacked(file *os.File) (io.Reader, error) {
	start := make([]byte, 4)
	n, err := file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the feed: %w", err)
	}
	switch start = start[:n]; {
	case bytes.HasPrefix(start, []byte{0x1F, 0x8B}):
		content, err := gzip.NewReader(file)
		if err != nil {
			return nil, fmt.Errorf("unpack the feed: %w", err)
		}
		return &limited{content, d.limit()}, nil
	case bytes.Equal(start, []byte("PK\x03\x04")):
		info, err := file.Stat()
		if err != nil {
			return nil, err
		}
		archive, err := zip.NewReader(file, info.Size())
		if err != nil {
			return nil, fmt.Errorf("unpack the feed: %w", err)
		}
		return d.unzipped(archive)
	}
	return file, nil
}

// unzipped is the only file of an archive that can be a feed.
func (d Download) unzipped(archive *zip.Reader) (io.Reader, error) {
	var found []*zip.File
	for _, f := range archive.File {
		switch {
		case f.Name == "[Content_Types].xml":
			return nil, errors.New("the file is a workbook; save it as CSV")
		case f.Name == "mimetype":
			return nil, errors.New("the file is a document of an office program; save it as CSV")
		case f.FileInfo().IsDir(), strings.HasPrefix(f.Name, "__MACOSX/"):
		case slices.Contains([]string{".xml", ".csv", ".txt"}, strings.ToLower(path.Ext(f.Name))):
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("the archive has %d files .xml or .csv; it must have one", len(found))
	}
	content, err := found[0].Open()
	if err != nil {
		return nil, fmt.Errorf("unpack the feed: %w", err)
	}
	return &limited{content, d.limit()}, nil
}

// limited ends with an error after a number of bytes.
type limited struct {
	from io.Reader
	left int64
}

// Read implements io.Reader.
func (l *limited) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, errors.New("the unpacked feed is too large")
	}
	return n, err
}

// open copies the file and opens the copy. With the checkpoint of an earlier run the file is nil
// when it has not changed since: the server says so, or the copied bytes are equal.
func (d Download) open(ctx context.Context, checkpoint string) (file *os.File, next string, err error) {
	var before validators
	_ = json.Unmarshal([]byte(checkpoint), &before) // unreadable: everything is read
	body, now, err := d.request(ctx, before)
	if err != nil || body == nil {
		return nil, checkpoint, err
	}
	defer func() { _ = body.Close() }()
	if err := os.MkdirAll(d.Folder, 0o750); err != nil {
		return nil, "", err
	}
	copied := filepath.Join(d.Folder, d.Name)
	file, err = os.OpenFile(copied, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, "", err
	}
	if now.SHA256, err = d.copy(file, body); err != nil {
		_ = file.Close() // the first error is reported
		return nil, "", err
	}
	if now.SHA256 == before.SHA256 {
		return nil, marshal(now), file.Close()
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		_ = file.Close()
		return nil, "", err
	}
	return file, marshal(now), nil
}

func marshal(v validators) string {
	text, _ := json.Marshal(v) // texts only
	return string(text)
}

// request opens the address; the body is nil when the server says that nothing has changed.
func (d Download) request(ctx context.Context, before validators) (io.ReadCloser, validators, error) {
	if d.IsLocal() {
		file, err := os.Open(d.Address)
		return file, validators{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.Address, nil)
	if err != nil {
		return nil, validators{}, errors.New("the address of the feed is invalid")
	}
	if d.User != "" {
		request.SetBasicAuth(d.User, d.Password)
	}
	request.Header.Set("User-Agent", "estate-feeds/1")
	request.Header.Set("Accept-Encoding", "gzip")
	if before.ETag != "" {
		request.Header.Set("If-None-Match", before.ETag)
	}
	if before.Modified != "" {
		request.Header.Set("If-Modified-Since", before.Modified)
	}
	client := d.Client
	if client == nil {
		client = &http.Client{Timeout: downloadTimeout, CheckRedirect: sameHost}
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, validators{}, WithoutAddress(err)
	}
	if response.StatusCode == http.StatusNotModified && before != (validators{}) {
		return nil, before, response.Body.Close()
	}
	if response.StatusCode != http.StatusOK {
		_ = response.Body.Close() // nothing of it is used
		return nil, validators{}, fmt.Errorf("the server of the feed answered with status %d", response.StatusCode)
	}
	now := validators{ETag: response.Header.Get("ETag"), Modified: response.Header.Get("Last-Modified")}
	if len(now.ETag) > 1000 || len(now.Modified) > 100 {
		now = validators{}
	}
	if !strings.EqualFold(response.Header.Get("Content-Encoding"), "gzip") {
		return response.Body, now, nil
	}
	unpacked, err := gzip.NewReader(response.Body)
	if err != nil {
		_ = response.Body.Close()
		return nil, validators{}, err
	}
	return unpackedBody{unpacked, response.Body}, now, nil
}

type unpackedBody struct {
	io.Reader
	io.Closer
}

// sameHost follows redirects within the host: another host must not receive the credentials.
func sameHost(next *http.Request, via []*http.Request) error {
	if len(via) > 3 || next.URL.Host != via[0].URL.Host || via[0].URL.Scheme == "https" && next.URL.Scheme != "https" {
		return errors.New("the feed redirects to another host, or too often; configure its final address")
	}
	return nil
}

// copy returns the hash of the bytes.
func (d Download) copy(to io.Writer, from io.Reader) (string, error) {
	limit := d.limit()
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, hash), io.LimitReader(from, limit+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read the feed: %w", WithoutAddress(err))
	case n > limit:
		return "", fmt.Errorf("the feed is larger than %d MB", limit>>20)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

func (d Download) limit() int64 {
	if d.MaxBytes > 0 {
		return d.MaxBytes
	}
	return 2 << 30
}

// WithoutAddress removes the address from an error of net/http: it may hold a key.
func WithoutAddress(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}
