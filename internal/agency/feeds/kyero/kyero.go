package kyero

import (
	"bufio"
	"bytes"
	"cmp"
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
type Source struct {
	File feeds.Download
	// Mode is the offer of a property that names none, "" to leave such properties out.
	Mode feeds.Mode
}

// Read is a complete run unless the file has not changed.
func (s Source) Read(ctx context.Context, run feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	return s.File.Read(ctx, run, func(in io.Reader) error { return Decode(ctx, in, s.Mode, sink) })
}

// Decode reads a whole feed. mode is the offer of a property that names none. It fails with feeds.ErrIncomplete when
// the feed has no end.
func Decode(ctx context.Context, in io.Reader, mode feeds.Mode, sink feeds.Sink) error {
	in, skipped, err := withoutPreamble(in)
	if err != nil {
		return err
	}
	if skipped > 0 {
		sink.Problem(feeds.Problem{
			Line:   1,
			Reason: fmt.Sprintf("%d lines before the XML are skipped; the program that writes the feed prints a message into it", skipped),
		})
	}
	in, err = decoded(in)
	if err != nil {
		return err
	}
	split := newSplitter(in, 1+skipped)
	lines := map[string]int{} // by key
	count := 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		element, line, err := split.next()
		switch {
		case errors.Is(err, io.EOF) && split.root == "html":
			return errors.New("the answer is a web page and no property feed")
		case errors.Is(err, io.EOF) && split.done && count == 0:
			sink.Problem(feeds.Problem{Reason: "the file has no property"})
			return nil
		case errors.Is(err, io.EOF) && split.done:
			return nil
		case errors.Is(err, io.EOF) && split.root == "":
			return errors.New("the answer is no property feed: it has no XML element")
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return feeds.ErrIncomplete
		}
		count++
		switch {
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
		r := reader{line: line, key: root.child("id").text, mode: mode, sink: sink}
		if r.key == "" {
			r.key = strings.TrimSpace(root.attrs["id"])
		}
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
	idElement        = regexp.MustCompile(`(?i)<(?:[a-z0-9]+:)?id>\s*([^<]{1,100}?)\s*</|` +
		`<(?:[a-z0-9]+:)?property\b[^>]*\sid=["']([^"'<]{1,100})["']`)
)

// keyIn finds the id of an element that is no XML.
func keyIn(element []byte) string {
	if found := idElement.FindSubmatch(element); found != nil {
		return cmp.Or(string(found[1]), string(found[2]))
	}
	return ""
}

// maxPreamble bounds the text before the XML.
const maxPreamble = 64 << 10

// xmlStart is the begin of a feed.
var xmlStart = regexp.MustCompile(`(?i)<\?xml\s|<(?:[a-z0-9]+:)?root[\s>]`)

// withoutPreamble skips what a program wrote before the XML, such as a notice of PHP, and returns the number of
// its lines.
func withoutPreamble(in io.Reader) (io.Reader, int, error) {
	buffered := bufio.NewReaderSize(in, maxPreamble)
	start, err := buffered.Peek(maxPreamble)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, fmt.Errorf("read the feed: %w", err)
	}
	at := xmlStart.FindIndex(start)
	if at == nil || comment.Match(start[:at[0]]) || len(bytes.Trim(start[:at[0]], " \t\r\n\xEF\xBB\xBF")) == 0 {
		return buffered, 0, nil
	}
	lines := bytes.Count(start[:at[0]], []byte("\n"))
	_, err = buffered.Discard(at[0])
	return buffered, max(1, lines), err
}

// comment is a begin that belongs to the XML.
var comment = regexp.MustCompile(`^\s*<(?:!--|\?xml)`)

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
