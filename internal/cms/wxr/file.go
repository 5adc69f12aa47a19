package wxr

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// Limits of a file.
const (
	maxFileBytes = 4 << 30   // of the file
	maxItemBytes = 16 << 20  // of an element below the channel
	maxTextBytes = 512 << 20 // of all texts that are kept
	maxItems     = 500_000
)

// Is reports whether a file that begins with start is an export of WordPress.
func Is(start []byte) bool {
	return bytes.Contains(start, []byte("<rss")) && bytes.Contains(start, []byte("wordpress.org/export/"))
}

// file is what an export holds.
type file struct {
	Title       string
	Description string
	Base        string // address of the site
	Authors     []xmlAuthor
	Terms       []xmlTerm
	Items       []xmlItem
	Skipped     map[string]int // items of types that are not read, by type
}

type xmlAuthor struct {
	ID          int    `xml:"author_id"`
	Login       string `xml:"author_login"`
	DisplayName string `xml:"author_display_name"`
	FirstName   string `xml:"author_first_name"`
	LastName    string `xml:"author_last_name"`
}

// xmlTerm is a category, a tag or a term of another taxonomy, whose elements differ.
type xmlTerm struct {
	ID             int    `xml:"term_id"`
	Taxonomy       string `xml:"term_taxonomy"`
	Slug           string `xml:"term_slug"`
	CategorySlug   string `xml:"category_nicename"`
	TagSlug        string `xml:"tag_slug"`
	Parent         string `xml:"term_parent"`
	CategoryParent string `xml:"category_parent"`
	Name           string `xml:"term_name"`
	CategoryName   string `xml:"cat_name"`
	TagName        string `xml:"tag_name"`
	Description    string `xml:"term_description"`
	CategoryText   string `xml:"category_description"`
	TagText        string `xml:"tag_description"`
}

type xmlItem struct {
	Title      string       `xml:"title"`
	Link       string       `xml:"link"`
	PubDate    string       `xml:"pubDate"`
	Creator    string       `xml:"creator"`
	Encoded    []xmlText    `xml:"encoded"`
	ID         int          `xml:"post_id"`
	Date       string       `xml:"post_date"`
	DateGMT    string       `xml:"post_date_gmt"`
	Modified   string       `xml:"post_modified_gmt"`
	Slug       string       `xml:"post_name"`
	Status     string       `xml:"status"`
	Parent     int          `xml:"post_parent"`
	Order      int          `xml:"menu_order"`
	Type       string       `xml:"post_type"`
	Password   string       `xml:"post_password"`
	Sticky     int          `xml:"is_sticky"`
	Attachment string       `xml:"attachment_url"`
	Categories []xmlOfItem  `xml:"category"`
	Meta       []xmlMeta    `xml:"postmeta"`
	Comments   []xmlComment `xml:"comment"`
}

type xmlText struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
}

type xmlOfItem struct {
	Domain string `xml:"domain,attr"`
	Slug   string `xml:"nicename,attr"`
	Name   string `xml:",chardata"`
}

type xmlMeta struct {
	Key   string `xml:"meta_key"`
	Value string `xml:"meta_value"`
}

type xmlComment struct {
	ID int `xml:"comment_id"`
}

// meta returns the first value of a custom field, "" for none.
func (i *xmlItem) meta(key string) string {
	for _, meta := range i.Meta {
		if meta.Key == key {
			return meta.Value
		}
	}
	return ""
}

// texts returns the content and the excerpt of an item.
func (i *xmlItem) texts() (text, excerpt string) {
	for _, encoded := range i.Encoded {
		if strings.Contains(encoded.XMLName.Space, "excerpt") {
			excerpt = encoded.Text
		} else {
			text = encoded.Text
		}
	}
	return text, excerpt
}

// kept are the types of items that are read; of others only the number is known.
var kept = map[string]bool{"post": true, "page": true, "attachment": true, "nav_menu_item": true, "wp_navigation": true, "wp_block": true}

// readFile reads the XML. An error names the byte at which the file cannot be read on.
func readFile(in io.Reader) (*file, error) {
	limited := &limitedReader{in: bufio.NewReaderSize(in, 64<<10)}
	decoder := xml.NewDecoder(limited)
	decoder.Strict = false
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = charset.NewReaderLabel
	f := &file{Skipped: map[string]int{}}
	bytesKept := 0
	for depth := 0; ; {
		limited.start = limited.read
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return f, nil
		}
		if err != nil {
			return f, fmt.Errorf("the XML cannot be read from byte %d on: %w; export the site again", decoder.InputOffset(), err)
		}
		switch t := token.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			if depth < 2 { // rss, channel
				depth++
				continue
			}
			size, err := f.element(decoder, t)
			if err != nil {
				return f, fmt.Errorf("<%s> before byte %d cannot be read: %w; export the site again", t.Name.Local, decoder.InputOffset(), err)
			}
			if bytesKept += size; bytesKept > maxTextBytes || len(f.Items) > maxItems {
				return f, fmt.Errorf("more than %d MB of texts or %d items; export the types one by one", maxTextBytes>>20, maxItems)
			}
		}
	}
}

// element reads an element below the channel and returns the size of what is kept of it.
func (f *file) element(decoder *xml.Decoder, start xml.StartElement) (size int, err error) {
	isOfWordPress := strings.Contains(start.Name.Space, "wordpress.org/export") || start.Name.Space == "wp"
	switch name := start.Name.Local; {
	case name == "item":
		var item xmlItem
		if err := decoder.DecodeElement(&item, &start); err != nil {
			return 0, err
		}
		if n := len(item.Comments); n > 0 {
			f.Skipped["comment"] += n
			item.Comments = nil
		}
		if !kept[item.Type] {
			f.Skipped[item.Type]++
			return 0, nil
		}
		text, excerpt := item.texts()
		f.Items = append(f.Items, item)
		return len(text) + len(excerpt) + 500, nil
	case name == "author" && isOfWordPress:
		var author xmlAuthor
		err = decoder.DecodeElement(&author, &start)
		f.Authors = append(f.Authors, author)
	case (name == "category" || name == "tag" || name == "term") && isOfWordPress:
		term := xmlTerm{}
		err = decoder.DecodeElement(&term, &start)
		f.Terms = append(f.Terms, term.plain(name))
	case name == "base_blog_url" || name == "base_site_url" && f.Base == "" || name == "link" && f.Base == "":
		err = decoder.DecodeElement(&f.Base, &start)
	case name == "title":
		err = decoder.DecodeElement(&f.Title, &start)
	case name == "description":
		err = decoder.DecodeElement(&f.Description, &start)
	default:
		err = decoder.Skip()
	}
	return 500, err
}

// plain returns a term whose fields have the same names whatever its taxonomy.
func (t xmlTerm) plain(element string) xmlTerm {
	switch element {
	case "category":
		t.Taxonomy, t.Slug, t.Parent, t.Name, t.Description = "category", t.CategorySlug, t.CategoryParent, t.CategoryName, t.CategoryText
	case "tag":
		t.Taxonomy, t.Slug, t.Name, t.Description = "post_tag", t.TagSlug, t.TagName, t.TagText
	}
	return t
}

var (
	errFileTooLong = fmt.Errorf("the file is larger than %d GB", maxFileBytes>>30)
	errItemTooLong = fmt.Errorf("an item is larger than %d MB", maxItemBytes>>20)
)

// limitedReader bounds a file and each of its elements. Characters that XML does not allow, which
// WordPress writes as they are in its database, become spaces.
type limitedReader struct {
	in    *bufio.Reader
	read  int64
	start int64 // of the element
}

func (r *limitedReader) Read(p []byte) (int, error) {
	switch {
	case r.read > maxFileBytes:
		return 0, errFileTooLong
	case r.read-r.start > maxItemBytes:
		return 0, errItemTooLong
	}
	n := 0
	for n+utf8.UTFMax <= len(p) {
		char, size, err := r.in.ReadRune()
		if err != nil {
			if n > 0 {
				return n, nil
			}
			return 0, err
		}
		r.read += int64(size)
		if char == utf8.RuneError || char < ' ' && char != '\n' && char != '\t' && char != '\r' || char == 0xFFFE || char == 0xFFFF {
			char = ' '
		}
		n += utf8.EncodeRune(p[n:], char)
		if r.in.Buffered() == 0 {
			break
		}
	}
	if n == 0 {
		return r.readByte(p)
	}
	return n, nil
}

// readByte serves a reader that asks for less than a character.
func (r *limitedReader) readByte(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := r.in.ReadByte()
	if err != nil {
		return 0, err
	}
	r.read++
	if c < ' ' && c != '\n' && c != '\t' && c != '\r' {
		c = ' '
	}
	p[0] = c
	return 1, nil
}
