package restapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// object is a JSON object that keeps its keys in order.
type object []field

type field struct {
	key   string
	value any
}

func (o *object) put(key string, value any) { *o = append(*o, field{key, value}) }

func (o object) get(key string) any {
	for _, f := range o {
		if f.key == key {
			return f.value
		}
	}
	return nil
}

// only returns the object with the named keys.
func (o object) only(keys ...string) object {
	kept := make(object, 0, len(keys))
	for _, f := range o {
		for _, key := range keys {
			if f.key == key {
				kept = append(kept, f)
			}
		}
	}
	return kept
}

// orList returns the object, or [] for an empty one: PHP has no empty object.
func (o object) orList() any {
	if len(o) == 0 {
		return []any{}
	}
	return o
}

// encode writes a value as JSON and leaves markup unescaped, as WordPress does.
func encode(b *bytes.Buffer, value any) error {
	switch value := value.(type) {
	case object:
		return encodeObject(b, value)
	case []object:
		return encodeList(b, len(value), func(i int) any { return value[i] })
	case []any:
		return encodeList(b, len(value), func(i int) any { return value[i] })
	case []int:
		return encodeList(b, len(value), func(i int) any { return value[i] })
	case string:
		return encodeText(b, value)
	case int:
		b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(value), 10))
		return nil
	case bool:
		b.Write(strconv.AppendBool(b.AvailableBuffer(), value))
		return nil
	case nil:
		b.WriteString("null")
		return nil
	}
	return encodeOther(b, value)
}

func encodeObject(b *bytes.Buffer, o object) error {
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encodeText(b, f.key); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := encode(b, f.value); err != nil {
			return fmt.Errorf("%s: %w", f.key, err)
		}
	}
	b.WriteByte('}')
	return nil
}

func encodeList(b *bytes.Buffer, n int, at func(i int) any) error {
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(b, at(i)); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

// encodeText writes plain ASCII texts without encoding/json: they are most of a body.
func encodeText(b *bytes.Buffer, text string) error {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			return encodeOther(b, text)
		}
	}
	b.WriteByte('"')
	b.WriteString(text)
	b.WriteByte('"')
	return nil
}

func encodeOther(b *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the encoder ends with a line feed
	return nil
}
