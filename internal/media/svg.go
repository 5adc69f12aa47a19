package media

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// An SVG file is sent unchanged. In an <img> browsers run no script of it and fetch nothing; the
// policy makes it harmless as a document too. A file with scripts or foreign content is refused
// all the same: a drawing does not need them.
const (
	svgPolicy      = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
	maxSVGBytes    = 1 << 20
	maxSVGElements = 50_000
)

// readSVG reads an SVG file and checks that it is harmless.
func readSVG(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, maxSVGBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read SVG: %w", err)
	}
	if len(body) > maxSVGBytes {
		return nil, fmt.Errorf("%w: an SVG file of more than %d bytes", ErrRefused, maxSVGBytes)
	}
	if err := checkSVG(string(body)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return body, nil
}

func checkSVG(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	tags := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if tags == 0 {
				return errors.New("it is not SVG")
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("it is not well-formed SVG: %w", err)
		}
		switch token := token.(type) {
		case xml.Directive:
			if strings.Contains(strings.ToUpper(string(token)), "ENTITY") {
				return errors.New("it declares entities; save it without a document type")
			}
		case xml.ProcInst:
			if !strings.EqualFold(token.Target, "xml") {
				return fmt.Errorf("it has a processing instruction %q", token.Target)
			}
		case xml.StartElement:
			if tags++; tags == 1 && token.Name.Local != "svg" {
				return fmt.Errorf("its root is <%s>, not <svg>", token.Name.Local)
			}
			if tags > maxSVGElements {
				return fmt.Errorf("it has more than %d elements", maxSVGElements)
			}
			if err := checkElement(token); err != nil {
				return err
			}
		}
	}
}

func checkElement(e xml.StartElement) error {
	switch strings.ToLower(e.Name.Local) {
	case "script", "foreignobject", "iframe", "object", "embed", "handler", "listener":
		return fmt.Errorf("it contains <%s>", e.Name.Local)
	}
	for _, a := range e.Attr {
		key, value := strings.ToLower(a.Name.Local), strings.ToLower(strings.TrimSpace(a.Value))
		switch {
		case strings.HasPrefix(key, "on"):
			return fmt.Errorf("it contains the event handler %s", a.Name.Local)
		case key == "href" && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "data:image/"):
			return fmt.Errorf("it refers to %.60q", a.Value)
		}
	}
	return nil
}
