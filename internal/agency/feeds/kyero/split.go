package kyero

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// maxElement bounds the bytes of one property.
const maxElement = 4 << 20

var errTooLarge = errors.New("it has more than 4 MB")

// splitter cuts a feed into its elements <property>.
type splitter struct {
	in   *bufio.Reader
	line int    // of the next byte
	root string // name of the first element, in lower case
	done bool   // the root is closed
	open bool   // the start tag of a property was read by the call before
}

func newSplitter(in io.Reader, line int) *splitter {
	return &splitter{in: bufio.NewReaderSize(in, 64<<10), line: line}
}

// next returns the next property and its first line. err is errTooLarge or errUnclosed for one that
// cannot be read, with its first bytes; io.EOF is the end of the feed.
func (s *splitter) next() (element []byte, line int, err error) {
	var b buffer
	inside := s.open
	if s.open {
		s.open, line = false, s.line
		b.add([]byte("<"))
	}
	for {
		if err := s.until("<", inside, &b); err != nil {
			if inside {
				return nil, line, io.ErrUnexpectedEOF
			}
			return nil, line, err
		}
		ahead, _ := s.in.Peek(64)
		lower := strings.ToLower(string(ahead))
		switch {
		case strings.HasPrefix(lower, "!--"):
			if err := s.until("-->", false, &b); err != nil {
				return nil, line, io.ErrUnexpectedEOF
			}
			b.cut(1) // the "<" of the comment
		case strings.HasPrefix(lower, "![cdata["):
			if err := s.until("]]>", inside, &b); err != nil {
				return nil, line, io.ErrUnexpectedEOF
			}
		case tagName(lower) == "property":
			if inside { // the one before has no end
				s.open = true
				return b.bytes, line, errUnclosed
			}
			inside, line = true, s.line
			b = buffer{bytes: append(b.bytes[:0], '<')}
		case tagName(lower) == "/property" && inside:
			if err := s.until(">", true, &b); err != nil {
				return nil, line, io.ErrUnexpectedEOF
			}
			if b.overflow {
				return b.bytes, line, errTooLarge
			}
			return b.bytes, line, nil
		case !inside:
			s.note(lower)
		}
	}
}

var errUnclosed = errors.New("it has no end tag")

// note remembers the root and its end.
func (s *splitter) note(tag string) {
	name := tag
	if end := strings.IndexAny(name, " \t\r\n>"); end >= 0 {
		name = name[:end]
	}
	switch {
	case s.root == "" && name != "" && !strings.HasPrefix(name, "?") && !strings.HasPrefix(name, "!"):
		s.root = name
		s.done = strings.HasSuffix(name, "/") // <root/>
	case name == "/"+s.root:
		s.done = true
	}
}

// until reads through a mark, and keeps what it reads with keep.
func (s *splitter) until(mark string, keep bool, b *buffer) error {
	last := mark[len(mark)-1]
	var tail []byte
	for {
		part, err := s.in.ReadSlice(last)
		s.line += bytes.Count(part, []byte("\n"))
		if keep {
			b.add(part)
		}
		if len(mark) > 1 {
			tail = append(tail, part...)
			tail = tail[max(0, len(tail)-len(mark)):]
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return err
		case len(mark) == 1 || string(tail) == mark:
			return nil
		}
	}
}

// tagName is the name of a tag without its namespace: "/property" of "/k:property>".
func tagName(tag string) string {
	if end := strings.IndexAny(tag, " \t\r\n>"); end >= 0 {
		tag = tag[:end]
	}
	name := strings.TrimRight(strings.TrimPrefix(tag, "/"), "/")
	if _, local, ok := strings.Cut(name, ":"); ok {
		name = local
	}
	if strings.HasPrefix(tag, "/") {
		return "/" + name
	}
	return name
}

// buffer collects an element up to its limit.
type buffer struct {
	bytes    []byte
	overflow bool
}

func (b *buffer) add(part []byte) {
	if b.overflow || len(b.bytes)+len(part) > maxElement {
		b.overflow = true
		return
	}
	b.bytes = append(b.bytes, part...)
}

func (b *buffer) cut(n int) {
	if !b.overflow && len(b.bytes) >= n {
		b.bytes = b.bytes[:len(b.bytes)-n]
	}
}
