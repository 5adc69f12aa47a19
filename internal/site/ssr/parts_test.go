package ssr

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"estate/internal/tests/repository"
)

// partReader reads frames as web/src/app/view-parts.ts does.
type partReader struct{ parts map[int]any }

func (r *partReader) read(t *testing.T, frame []byte) any {
	t.Helper()
	var whole any
	if err := json.Unmarshal(frame, &whole); err != nil {
		t.Fatalf("%v in %.200s", err, frame)
	}
	pair, ok := whole.([]any)
	if !ok {
		return whole
	}
	added := pair[0].([]any)
	for i := 0; i < len(added); i += 2 {
		r.parts[int(added[i].(float64))] = added[i+1]
	}
	r.restore(pair[1])
	if view, isObject := pair[1].(map[string]any); isObject {
		if number, isPart := view["chrome"].(float64); isPart {
			view["chrome"] = r.parts[int(number)]
		}
	}
	return pair[1]
}

func (r *partReader) restore(node any) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			r.restore(item)
		}
	case map[string]any:
		for key, value := range node {
			list, isList := value.([]any)
			if !isList || !isPartList([]byte(`{"`+key)) {
				r.restore(value)
				continue
			}
			for i := range list {
				if number, ok := list[i].(float64); ok {
					list[i] = r.parts[int(number)]
				}
			}
		}
	}
}

// goldenViews are the golden Views, in one line as the server writes them.
func goldenViews(t testing.TB) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository.Path("testdata", "views"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden Views: %v", err)
	}
	var views [][]byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := json.Compact(&out, data); err != nil {
			t.Fatal(err)
		}
		views = append(views, out.Bytes())
	}
	return views
}

// checkFrame makes the frame of a View and compares what the worker reads with the View without data
// and head.
func checkFrame(t *testing.T, table *partTable, reader *partReader, view []byte) (frame []byte) {
	t.Helper()
	frame = table.Frame(view)
	var want any
	if err := json.Unmarshal(view, &want); err != nil {
		t.Fatal(err)
	}
	if whole, ok := want.(map[string]any); ok && whole["screen"] != nil {
		delete(whole, "data")
		delete(whole, "head")
	}
	if got := reader.read(t, frame); !reflect.DeepEqual(got, want) {
		t.Fatalf("the worker reads another View:\ngot  %.300v\nwant %.300v\nfrom the frame %.300s", got, want, frame)
	}
	return frame
}

func TestAFrameIsTheView(t *testing.T) {
	table, reader := newPartTable(), &partReader{map[int]any{}}
	views := goldenViews(t)
	first, second := 0, 0
	for _, view := range views {
		first += len(checkFrame(t, table, reader, view))
	}
	for _, view := range views {
		second += len(checkFrame(t, table, reader, view))
	}
	if second > first*9/10 {
		t.Errorf("%d bytes of frames, %d when the worker knows all parts", first, second)
	}
}

// TestAFrameOfOddTexts: texts and keys that look like JSON of parts are no parts.
func TestAFrameOfOddTexts(t *testing.T) {
	table, reader := newPartTable(), &partReader{map[int]any{}}
	for _, odd := range []any{
		map[string]any{"title": `"cards":[{`, "cards": []any{map[string]any{"title": `}],"cards":[{\"`}}},
		map[string]any{`a"cards`: []any{map[string]any{"id": 1}}},
		map[string]any{`menu`: []any{map[string]any{"columns": []any{map[string]any{"menu": []any{map[string]any{}}}}}}},
		map[string]any{"cards": []any{}, "near": []any{map[string]any{"text": `\`}, map[string]any{"text": `\"`}}},
		map[string]any{"content": []any{map[string]any{"cards": []any{map[string]any{}, map[string]any{"a": "ñ€🏡"}}}}, "fields": "none"},
		map[string]any{"widths": []any{320, 640}},
		json.RawMessage(`{"link":"/,\"data\":{/","data":null,"head":{"title":"T"}}`),
		json.RawMessage(`{"chrome":{"a":1,"data":{"b":2},"head":{}}}`),
		json.RawMessage(`{"link":"/","data":{"a":1},"head":{},"chrome":null,"screen":"page"}`),
		json.RawMessage(`{"link":"/","data":{"a":1},"head":{},"chrome":{"menu":[{"a":"}"}],"cards":[{"id":1}]},"screen":"page"}`),
		json.RawMessage(`{"link":"/","data":{"a":1},"header":{}}`),
		json.RawMessage(`{"link":"/","data":{"a":1},"head":null}`),
		json.RawMessage(`{"link":"{","data":{"a":"}\""},"head":{}}`),
	} {
		view, err := json.Marshal(odd)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			checkFrame(t, table, reader, view)
		}
	}
}

// TestPartsAreBounded: a worker keeps a limited number of parts, and every View is right
// whichever parts it has forgotten.
func TestPartsAreBounded(t *testing.T) {
	table, reader := newPartTable(), &partReader{map[int]any{}}
	random := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		cards := make([]string, random.IntN(40))
		for i := range cards {
			cards[i] = fmt.Sprintf(`{"id":%d,"text":"%s"}`, random.IntN(3*maxParts), strings.Repeat("x", random.IntN(2000)))
		}
		checkFrame(t, table, reader, []byte(`{"content":[{"cards":[`+strings.Join(cards, ",")+`]}]}`))
		if len(table.parts) > maxParts || table.bytes > maxPartBytes || len(table.parts) != table.byUse.Len() {
			t.Fatalf("%d parts of %d bytes, %d in order", len(table.parts), table.bytes, table.byUse.Len())
		}
	}
	if len(reader.parts) > maxParts+1 {
		t.Errorf("%d numbers are used, at most one beyond %d", len(reader.parts), maxParts)
	}
	large := `{"cards":[{"text":"` + strings.Repeat("x", maxPartBytes) + `"}]}`
	checkFrame(t, table, reader, []byte(large))
	if kept := cap(table.added) + cap(table.view); kept > 4*maxKeptFrameBytes {
		t.Errorf("buffers of %d bytes are kept after a large View, want at most twice %d each", kept, maxKeptFrameBytes)
	}
}

func BenchmarkFrame(b *testing.B) {
	view := slices.MaxFunc(goldenViews(b), func(a, b []byte) int { return cmp.Compare(len(a), len(b)) })
	table := newPartTable()
	b.SetBytes(int64(len(view)))
	for b.Loop() {
		table.Frame(view)
	}
}

// TestARepliedPageIsWhole: fragments come once and are put in place of their markers from then on.
func TestARepliedPageIsWhole(t *testing.T) {
	table := newPartTable()
	table.Frame([]byte(`{"cards":[{"id":1},{"id":2}]}`))
	for _, reply := range []string{
		"{\"sizes\":\"50vw\"}\n<!>\n2\n7 0\n<a>€</a>\n<!>9 1\n<b><!>1<!>7\n2<!>9 7\n3",
		"{\"sizes\":\"50vw\"}\n<!>\n0\n1<!>7\n2<!>9\n<!>7\n3",
		"{\"sizes\":\"50vw\"}\n\n\n1<a>€</a>\n2<b><a>€</a>\n3",
	} {
		result, err := table.Reply([]byte(reply))
		if err != nil {
			t.Fatalf("%q: %v", reply, err)
		}
		got := result.(Rendering)
		if want := "1<a>€</a>\n2<b><a>€</a>\n3"; got.Preload.Sizes != "50vw" || string(got.HTML) != want {
			t.Errorf("%q: got the preload %v and %q, want %q", reply, got.Preload, got.HTML, want)
		}
	}
	for _, reply := range []string{
		"", "{\n\n\n", "{}\n", "{}\n\n", "{}\n<!>\n\n", "{}\n<!>\n1\n3 0\nno marker", "{}\n<!>\n0\n<!>8\n", "{}\n<!>\n0\n<!>x\n",
		"{}\n<!>\n1\n3 5\n<!>", "{}\n<!>\n1\n3 \n<!>", "{}\n<!>\n1\n<!>",
	} {
		if got, err := table.Reply([]byte(reply)); err == nil {
			t.Errorf("%q is read as %q, want an error", reply, got)
		} else if !strings.Contains(err.Error(), "build front end and program together") {
			t.Errorf("%q: error %q names no remedy", reply, err)
		}
	}
}

// TestHTMLOfPartsIsBounded: it counts like the JSON, and goes with its part.
func TestHTMLOfPartsIsBounded(t *testing.T) {
	table := newPartTable()
	html := strings.Repeat("x", maxPartBytes/10)
	for id := range 30 {
		table.Frame(fmt.Appendf(nil, `{"cards":[{"id":%d}]}`, id))
		number := table.parts[fmt.Sprintf(`{"id":%d}`, id)].number
		if _, err := table.Reply(fmt.Appendf(nil, "\n!\n1\n%d %d\n%s!!%d\n", id, number, html, id)); err != nil {
			t.Fatal(err)
		}
		if table.bytes > maxPartBytes || len(table.fragments) != len(table.parts) {
			t.Fatalf("%d bytes, %d fragments of %d parts", table.bytes, len(table.fragments), len(table.parts))
		}
	}
	if len(table.parts) < 5 || len(table.parts) > 10 {
		t.Errorf("%d parts are kept, want as many as fit into %d bytes: 5 to 10", len(table.parts), maxPartBytes)
	}
}

func TestADocumentHasNeitherDataNorHead(t *testing.T) {
	for _, viewJSON := range goldenViews(t) {
		var want, got map[string]any
		if err := json.Unmarshal(viewJSON, &want); err != nil {
			t.Fatal(err)
		}
		delete(want, "data")
		delete(want, "head")
		if err := json.Unmarshal(WithoutHead(viewJSON), &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: the document has another View than its link without data and head", want["link"])
		}
	}
}
