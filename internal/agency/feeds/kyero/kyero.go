package kyero

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"estate/internal/agency/feeds"
)

// Source is a feed file at an address.
type Source struct{ File feeds.Download }

// Read is a complete run unless the file has not changed.
func (s Source) Read(ctx context.Context, run feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	return s.File.Read(ctx, run, func(in io.Reader) error { return Decode(ctx, in, sink) })
}

// Decode reads a whole feed. It fails with feeds.ErrIncomplete when the feed has no end.
func Decode(ctx context.Context, in io.Reader, sink feeds.Sink) error {
	in, err := decoded(in)
	if err != nil {
		return err
	}
	split := newSplitter(in)
	lines := map[string]int{} // by key
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		element, line, err := split.next()
		switch {
		case errors.Is(err, io.EOF) && split.root == "html":
			return errors.New("the answer is a web page and no property feed")
		case errors.Is(err, io.EOF) && split.done:
			return nil
		case errors.Is(err, io.EOF) && split.root == "":
			return errors.New("the answer is no property feed: it has no XML element")
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return feeds.ErrIncomplete
		case errors.Is(err, errTooLarge), errors.Is(err, errUnclosed):
			sink.Problem(feeds.Problem{Line: line, Key: keyIn(element), Reason: err.Error(), Skipped: true})
			continue
		case err != nil:
			return fmt.Errorf("read the feed: %w", err)
		}
		root, err := parse(element)
		if err != nil {
			sink.Problem(feeds.Problem{Line: line, Key: keyIn(element), Reason: err.Error(), Skipped: true})
			continue
		}
		r := reader{line: line, key: root.child("id").text, sink: sink}
		if first, repeated := lines[r.key]; repeated && r.key != "" {
			r.skip("id", fmt.Sprintf("line %d has the same id", first))
			continue
		}
		listing := r.listing(root)
		if listing == nil {
			continue
		}
		lines[listing.Key] = line
		if err := sink.Listing(listing, ""); err != nil {
			return err
		}
	}
}

var (
	declaredEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']`)
	idElement        = regexp.MustCompile(`(?i)<id>\s*([^<]{1,100}?)\s*</id>`)
)

// keyIn finds the id of an element that is no XML.
func keyIn(element []byte) string {
	if found := idElement.FindSubmatch(element); found != nil {
		return string(found[1])
	}
	return ""
}

// decoded converts a feed to UTF-8 by its byte order mark, else by its XML declaration. A feed
// that is declared as UTF-8 is not converted here.
func decoded(in io.Reader) (io.Reader, error) {
	start := make([]byte, 512)
	n, err := io.ReadFull(in, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the feed: %w", err)
	}
	start = start[:n]
	all := io.MultiReader(bytes.NewReader(start), in)
	if bytes.HasPrefix(start, []byte{0xFF, 0xFE}) || bytes.HasPrefix(start, []byte{0xFE, 0xFF}) {
		return transform.NewReader(all, unicode.BOMOverride(unicode.UTF8.NewDecoder())), nil
	}
	if bytes.HasPrefix(start, []byte{0xEF, 0xBB, 0xBF}) {
		_, err := io.CopyN(io.Discard, all, 3)
		return all, err
	}
	declared := declaredEncoding.FindSubmatch(start)
	if declared == nil || strings.EqualFold(string(declared[1]), "utf-8") || strings.EqualFold(string(declared[1]), "utf8") {
		return all, nil
	}
	encoding, err := htmlindex.Get(string(declared[1]))
	if err != nil {
		return nil, fmt.Errorf("the feed is in an unknown encoding, %q", declared[1])
	}
	return transform.NewReader(all, encoding.NewDecoder()), nil
}
