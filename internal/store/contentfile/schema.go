package contentfile

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
)

// WriteSchema writes the JSON schema of a line, from the types that the importer checks lines by.
func WriteSchema(w io.Writer) error {
	s := schemaWriter{definitions: map[string]any{}, names: map[*shape]string{}}
	lines := []any{object(map[string]any{
		"kind": map[string]any{"const": kindHeader}, "version": map[string]any{"type": "integer", "maximum": formatVersion},
	}, "kind", "version")}
	for _, kind := range lineKinds {
		fields, required := map[string]any{"kind": map[string]any{"const": kind}}, []string{"kind"}
		for _, name := range lineFields[kind] {
			fields[name] = map[string]any{"type": "string"}
			if name == "id" {
				fields[name] = map[string]any{"type": "integer"}
			}
			if kind != kindDelete { // type and id, or a link
				required = append(required, name)
			}
		}
		if empty := newData(kind); empty != nil {
			fields["data"] = s.value(shapeOf(empty))
			required = append(required, "data")
		}
		lines = append(lines, object(fields, required...))
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A line of estate import and estate export",
		"oneOf": lines, "$defs": s.definitions,
	})
}

func object(fields map[string]any, required ...string) map[string]any {
	return map[string]any{"type": "object", "properties": fields, "required": required, "additionalProperties": false}
}

type schemaWriter struct {
	definitions map[string]any
	names       map[*shape]string
}

// value is the schema of a shape. Objects with fields are definitions, because they may hold themselves.
func (w *schemaWriter) value(s *shape) any {
	switch s.kind {
	case anyValue:
		return true
	case timeValue:
		return map[string]any{"type": []string{"string", "null"}, "examples": []string{"2026-11-26", "2026-11-26T09:30:00Z"}}
	case listOf:
		return map[string]any{"type": []string{"array", "null"}, "items": w.value(s.each)}
	case objectOf:
		if s.fields == nil {
			return map[string]any{"type": []string{"object", "null"}, "additionalProperties": w.value(s.each)}
		}
		return map[string]any{"anyOf": []any{map[string]any{"$ref": "#/$defs/" + w.definition(s)}, map[string]any{"type": "null"}}}
	}
	return map[string]any{"type": []string{string(s.kind), "null"}}
}

func (w *schemaWriter) definition(s *shape) string {
	if name := w.names[s]; name != "" {
		return name
	}
	name := strings.ReplaceAll(s.of.String(), ".", "_")
	w.names[s] = name
	fields := map[string]any{}
	for _, field := range slices.Sorted(maps.Keys(s.fields)) {
		fields[field] = w.value(s.fields[field])
	}
	w.definitions[name] = map[string]any{"type": "object", "properties": fields, "additionalProperties": false}
	return name
}
