package resales

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"estate/internal/agency/feeds"
)

// value is a text or a number: the service sends both for the same field.
type value string

// UnmarshalJSON accepts any scalar; a list or an object is "".
func (v *value) UnmarshalJSON(data []byte) error {
	var text string
	switch {
	case len(data) == 0 || data[0] == '{' || data[0] == '[' || bytes.Equal(data, []byte("null")):
	case data[0] == '"':
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	default:
		text = string(data)
	}
	*v = value(strings.TrimSpace(text))
	return nil
}

// number is the value as a whole number, 0 for a text.
func (v value) number() int {
	n, err := feeds.Whole(string(v))
	if err != nil {
		return 0
	}
	return n
}

var errRange = errors.New("it is neither a number nor a range")

// span reads "3", 3 or the range "1 - 2" of a development.
func (v value) span() (low, high int, err error) {
	first, second, isRange := strings.Cut(string(v), " - ")
	if low, err = feeds.Whole(first); err != nil {
		return 0, 0, errRange
	}
	high = low
	if isRange {
		if high, err = feeds.Whole(second); err != nil {
			return 0, 0, errRange
		}
	}
	return low, max(low, high), nil
}

// yes reports "1", 1 and true.
func (v value) yes() bool { return v == "1" || strings.EqualFold(string(v), "true") }

// decimal is the value as a number, 0 for a text.
func (v value) decimal() float64 {
	n, err := feeds.Decimal(string(v))
	if err != nil {
		return 0
	}
	return n
}

// many is a list that may be sent as its only element.
type many[T any] []T

// UnmarshalJSON accepts a list or one element.
func (m *many[T]) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	*m = nil
	if len(data) == 0 || bytes.Equal(data, []byte("null")) || bytes.Equal(data, []byte(`""`)) {
		return nil
	}
	if data[0] == '[' {
		var list []T
		err := json.Unmarshal(data, &list)
		*m = list
		return err
	}
	var one T
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	*m = []T{one}
	return nil
}

// fingerprint is a hash of a row: numbers as texts, addresses of pictures without the keys that
// only break caches, in the order of keys.
func fingerprint(row json.RawMessage) string {
	decoder := json.NewDecoder(bytes.NewReader(row))
	decoder.UseNumber()
	var v any
	if decoder.Decode(&v) != nil {
		return ""
	}
	doc, err := json.Marshal(normal(v))
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(doc)
	return hex.EncodeToString(sum[:12])
}

func normal(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, each := range v {
			v[key] = normal(each)
		}
		return v
	case []any:
		for i, each := range v {
			v[i] = normal(each)
		}
		return v
	case string:
		return withoutCacheKeys(v)
	case json.Number:
		return v.String()
	}
	return v
}

// withoutCacheKeys is the address of a picture without the keys v and z.
func withoutCacheKeys(address string) string {
	base, query, ok := strings.Cut(address, "?")
	if !ok || !strings.HasPrefix(base, "http") {
		return address
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return address
	}
	values.Del("v")
	values.Del("z")
	if len(values) == 0 {
		return base
	}
	return base + "?" + values.Encode()
}
