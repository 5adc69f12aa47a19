package change

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/store/record"
)

func raw(text string) json.RawMessage { return json.RawMessage(text) }

func TestAChangeIsAppliedWhereTheWriterSawTheStoredValue(t *testing.T) {
	for _, test := range []struct {
		name, doc, path, from, to string
		outcome                   Outcome
		want                      string
	}{
		{"a number", `{"price":{"amount":5}}`, "price.amount", "5", "6", Done, `{"price":{"amount":6}}`},
		{"another number", `{"price":{"amount":7}}`, "price.amount", "5", "6", Conflict, `{"price":{"amount":7}}`},
		{"the same by another person", `{"price":{"amount":6}}`, "price.amount", "5", "6", Equal, `{"price":{"amount":6}}`},
		{"absent is null", `{}`, "price.amount", "null", "6", Done, `{"price":{"amount":6}}`},
		{"absent is zero", `{}`, "price.amount", "0", "6", Done, `{"price":{"amount":6}}`},
		{"zero is absent", `{"price":{"on_ask":false}}`, "price.on_ask", "null", "true", Done, `{"price":{"on_ask":true}}`},
		{"without from", `{"title":{"en":"A"}}`, "title.en", "", `"B"`, Conflict, `{"title":{"en":"A"}}`},
		{"a list is one value", `{"features":["a","b"]}`, "features", `["a","b"]`, `["b"]`, Done, `{"features":["b"]}`},
		{"the order of a list", `{"features":["a","b"]}`, "features", `["b","a"]`, `["b"]`, Conflict, `{"features":["a","b"]}`},
		{"an object with empty fields", `{"energy":{"status":"exempt"}}`, "energy", `{"status":"exempt","emissions":""}`, "null", Done, `{}`},
		{"a field that empties its object", `{"energy":{"status":"exempt"}}`, "energy.status", `"exempt"`, `""`, Done, `{}`},
		{"another spelling of a number", `{"price":{"amount":5.0}}`, "price.amount", "5", "6", Done, `{"price":{"amount":6}}`},
	} {
		d, err := Parse(test.doc)
		if err != nil {
			t.Fatal(err)
		}
		_, outcome, err := d.Apply(Change{test.path, raw(test.from), raw(test.to)})
		got, _ := d.Bytes()
		if err != nil || outcome != test.outcome || string(got) != test.want {
			t.Errorf("%s: outcome %d, %s, %v; want %d, %s", test.name, outcome, got, err, test.outcome, test.want)
		}
	}
}

func TestHostileChangesAreRefused(t *testing.T) {
	one := func(path, to string) []Change { return []Change{{path, nil, raw(to)}} }
	many := make([]Change, MaxChanges+1)
	for i := range many {
		many[i] = Change{Path: fmt.Sprint("title.l", i)}
	}
	for name, changes := range map[string][]Change{
		"no path":               one("", "1"),
		"an empty segment":      one("price..amount", "1"),
		"a prototype":           one("__PROTO__", "1"),
		"a pointer":             one("/price/amount", "1"),
		"an index":              one("gallery[0].alt", "1"),
		"a deep path":           one("a.b.c.d.e.f.g", "1"),
		"a long path":           one(strings.Repeat("a", 1000), "1"),
		"a deep value":          one("title", strings.Repeat("[", 1000)+strings.Repeat("]", 1000)),
		"a long value":          one("title.en", `"`+strings.Repeat("a", 1<<20)+`"`),
		"two values":            one("title.en", `"a" "b"`),
		"no JSON":               one("title.en", `{"a"`),
		"too many":              many,
		"the same path twice":   {{Path: "title.en"}, {Path: "title.en"}},
		"a path within another": {{Path: "price.amount"}, {Path: "price"}},
	} {
		if _, ok := errors.AsType[*PathError](Check(changes)); !ok {
			t.Errorf("%s: accepted", name)
		}
	}
	if err := Check([]Change{{Path: "price"}, {Path: "price_note"}}); err != nil {
		t.Errorf("two fields with a common beginning: %v", err)
	}
	d, _ := Parse(`{"features":["a"],"title":{"en":"A"}}`)
	for _, path := range []string{"features.0", "title.en.x", "features.length"} {
		if _, _, err := d.Apply(Change{path, nil, raw("1")}); err == nil {
			t.Errorf("%s: accepted", path)
		}
	}
}

// values are paths of a property with values for them.
var values = map[string][]string{
	"title.en": {`"A"`, `"B"`, "null"}, "title.es": {`"C"`, "null"}, "price.amount": {"1", "2", "0"}, "price.on_ask": {"true", "false"},
	"energy.status": {`"pending"`, "null"}, "energy.consumption": {`"A"`, `""`}, "features": {`["a"]`, `["a","b"]`, "[]"},
	"costs.ibi": {"100", "null"}, "address.street": {`"Calle"`, "null"}, "private.note": {`"x"`, "null"},
	"private.commission.value": {"2.5", "null"}, "private.commission.split": {"50", "0"}, "location": {`{"lat":36.5,"lng":-4.9}`, "null"},
	"availability": {`"sold"`, `"available"`, "null"}, "extra.video": {`"https://x.example/a"`, "null"}, "reference": {`"R1"`, `""`},
}

func randomChanges(r *rand.Rand, d *Document) []Change {
	var changes []Change
	for path, options := range values {
		if r.IntN(3) == 0 {
			changes = append(changes, Change{path, d.Value(path), raw(options[r.IntN(len(options))])})
		}
	}
	return changes
}

// canonical is the document as the store keeps it.
func canonical(t *testing.T, d *Document) string {
	t.Helper()
	doc, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	var p content.Property
	if err := json.Unmarshal(doc, &p); err != nil {
		t.Fatalf("%s: %v", doc, err)
	}
	text, err := record.EncodeJSON(&p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func apply(t *testing.T, doc string, changes []Change) (string, []Applied) {
	t.Helper()
	d, err := Parse(doc)
	if err != nil {
		t.Fatal(err)
	}
	var applied []Applied
	for _, c := range changes {
		a, outcome, err := d.Apply(c)
		if err != nil || outcome == Conflict {
			t.Fatalf("%s %s → %s: outcome %d, %v", c.Path, c.From, c.To, outcome, err)
		}
		if outcome == Done {
			applied = append(applied, a)
		}
	}
	return canonical(t, d), applied
}

func undo(t *testing.T, doc string, applied []Applied) (string, []Applied) {
	t.Helper()
	d, err := Parse(doc)
	if err != nil {
		t.Fatal(err)
	}
	var done []Applied
	for _, back := range Reverse(applied) {
		a, outcome, err := d.Undo(back)
		if err != nil || outcome != Done {
			t.Fatalf("undo %s: outcome %d, %v", back.Path, outcome, err)
		}
		done = append(done, a)
	}
	return canonical(t, d), done
}

func TestChangesOfDifferentPathsMergeInAnyOrderAndUndoRestoresTheBytes(t *testing.T) {
	starts := []string{
		`{"id":1,"type":"properties","title":null,"description":null,"extra":{},"price":{}}`,
		`{"id":1,"type":"properties","title":{},"description":{},"extra":{},"price":{},"energy":{},"private":{"commission":{}}}`,
		`{"id":1,"type":"properties","title":{"en":"A","es":"C"},"description":{"en":"x"},"extra":{"video":"v"},"price":{"amount":2},
			"energy":{"status":"exempt"},"private":{"note":"n","commission":{"value":3}},"location":{"lat":1,"lng":2},"features":["a"]}`,
	}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		d, err := Parse(starts[r.IntN(len(starts))])
		if err != nil {
			t.Fatal(err)
		}
		before := canonical(t, d)
		if d, err = Parse(before); err != nil {
			t.Fatal(err)
		}
		changes := randomChanges(r, d)
		after, applied := apply(t, before, changes)
		shuffled := slices.Clone(changes)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if again, _ := apply(t, before, shuffled); again != after {
			t.Fatalf("seed %d: the order matters:\n%s\n%s", seed, after, again)
		}
		restored, back := undo(t, after, applied)
		if restored != before {
			t.Fatalf("seed %d: undo gives\n%s, want\n%s\nafter %+v", seed, restored, before, applied)
		}
		if redone, _ := undo(t, restored, back); redone != after {
			t.Fatalf("seed %d: undo of undo gives\n%s, want\n%s", seed, redone, after)
		}
	}
}

func TestUndoOfAChangedValueIsAConflict(t *testing.T) {
	_, applied := apply(t, `{"price":{"amount":1}}`, []Change{{"price.amount", raw("1"), raw("2")}})
	d, _ := Parse(`{"price":{"amount":3}}`)
	if _, outcome, err := d.Undo(Reverse(applied)[0]); outcome != Conflict || err != nil {
		t.Errorf("outcome %d, %v; want a conflict", outcome, err)
	}
}

func TestAnObjectThatOthersFillStaysAfterUndo(t *testing.T) {
	first, applied := apply(t, `{"id":1}`, []Change{{"energy.status", nil, raw(`"rated"`)}})
	second, _ := apply(t, first, []Change{{"energy.consumption", nil, raw(`"A"`)}})
	restored, _ := undo(t, second, applied)
	if d, _ := Parse(restored); !Same(d.Value("energy"), raw(`{"consumption":"A"}`)) {
		t.Errorf("the energy label is %s after the undo of its status", d.Value("energy"))
	}
}
