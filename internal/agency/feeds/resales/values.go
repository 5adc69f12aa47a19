package resales

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"estate/internal/content/number"
	"estate/internal/content/plausible"
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
		if fraction, err := strconv.ParseFloat(text, 64); err == nil && strings.Contains(text, ".") {
			text = strconv.FormatFloat(fraction, 'e', -1, 64) // 95.125 is no 95125, which it would be in a text
		}
	}
	*v = value(strings.TrimSpace(plausible.Repaired(text)))
	return nil
}

// whole is the value as a whole number, 0 for a text.
func (v value) whole(of number.Field) int {
	n, err := number.Whole(string(v), of)
	if err != nil {
		return 0
	}
	return n
}

// rangeMark matches "1 - 2" and "1-2".
var rangeMark = regexp.MustCompile(`\s+-\s+|\d(-)\d`)

// span reads "3", 3 or the range "1 - 2" of a development.
func (v value) span(of number.Field) (low, high int, err error) {
	first, second, isRange := string(v), "", false
	if at := rangeMark.FindStringSubmatchIndex(first); at != nil {
		from, to := at[0], at[1]
		if at[2] >= 0 {
			from, to = at[2], at[3]
		}
		first, second, isRange = first[:from], first[to:], true
	}
	if low, err = number.Whole(first, of); err != nil {
		return 0, 0, err
	}
	high = low
	if isRange {
		if high, err = number.Whole(second, of); err != nil {
			return 0, 0, err
		}
	}
	return low, max(low, high), nil
}

// yes reports "1", 1 and true.
func (v value) yes() bool { return v == "1" || strings.EqualFold(string(v), "true") }

// decimal is the value as a number, 0 for a text.
func (v value) decimal() float64 {
	n, err := number.Decimal(string(v))
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
