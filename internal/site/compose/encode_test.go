package compose_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"estate/internal/content/link"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
)

func TestEncodeIsTheJSONOfAView(t *testing.T) {
	h := newHarness(t, nil)
	for _, screen := range screens {
		h.checkEncode(t, screen.link)
		h.checkEncode(t, screen.link) // with cached cards and menus
	}
	h.checkEncode(t, "/properties/?map=on") // cards with positions
}

// encode returns the View of an address with its JSON behind a text.
func (h *harness) encode(t *testing.T, address, before string) *compose.Encoded {
	t.Helper()
	parsed, err := link.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.resolver.Resolve(t.Context(), resolve.Request{Link: parsed})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := h.composer.Encode(t.Context(), result, []byte(before))
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// checkEncode compares Encode with the JSON of View.
func (h *harness) checkEncode(t *testing.T, address string) {
	t.Helper()
	const before = "before"
	encoded := h.encode(t, address, before)
	want, err := json.Marshal(h.view(t, address))
	if err != nil {
		t.Fatal(err)
	}
	if text, isAppended := strings.CutPrefix(string(encoded.JSON), before); !isAppended || text != string(want) {
		t.Errorf("%s: %s", address, firstDifference(text, string(want)))
	}
	got, err := json.Marshal(encoded.View)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s: the View beside the JSON: %s", address, firstDifference(string(got), string(want)))
	}
}

// firstDifference prints two texts from shortly before the first difference.
func firstDifference(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	at = max(at-40, 0)
	return fmt.Sprintf("got  …%.200s\nwant …%.200s", got[min(at, len(got)):], want[min(at, len(want)):])
}
