package media

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A vector drawing goes out as it is. In an <img> browsers run no script of it and
// fetch nothing; the policy makes it as harmless when it is opened by itself. What
// carries scripts or foreign content all the same is refused: nobody draws like that.
const (
	vectorPolicy   = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
	largestVector  = 1 << 20
	mostVectorTags = 50_000
)

// readVector reads a drawing and proves it harmless.
func readVector(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, largestVector+1))
	if err != nil {
		return nil, fmt.Errorf("read drawing: %w", err)
	}
	if len(body) > largestVector {
		return nil, fmt.Errorf("%w: a drawing beyond %d bytes", ErrRefused, largestVector)
	}
	if err := checkVector(string(body)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return body, nil
}

func checkVector(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	tags := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if tags == 0 {
				return errors.New("it is no SVG")
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("it is no well-formed SVG: %w", err)
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
			if tags > mostVectorTags {
				return fmt.Errorf("it has more than %d elements", mostVectorTags)
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
