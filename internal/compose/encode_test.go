package compose_test

import (
	"encoding/json"
	"testing"

	"estate/internal/link"
	"estate/internal/resolve"
)

func TestEncodeIsTheJSONOfAView(t *testing.T) {
	h := newHarness(t, nil)
	for _, screen := range screens {
		h.checkEncode(t, screen.link)
		h.checkEncode(t, screen.link) // with kept cards and menus
	}
	h.checkEncode(t, "/properties/?map=on") // cards with positions
}

// checkEncode compares Encode with the JSON of View.
func (h *harness) checkEncode(t *testing.T, address string) {
	t.Helper()
	parsed, err := link.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.resolver.Resolve(t.Context(), resolve.Request{Link: parsed})
	if err != nil {
		t.Fatal(err)
	}
	const before = "before"
	v, data, err := h.composer.Encode(t.Context(), result, []byte(before))
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(h.view(t, address))
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(v)
	if err != nil || string(data) != before+string(want) || string(got) != string(want) {
		t.Errorf("%s: Encode is not the JSON of View (%v)", address, err)
	}
}
