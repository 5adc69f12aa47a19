package sanitize

import (
	"encoding/json"
	"testing"
)

func TestSafeHTMLIsAStringInJSON(t *testing.T) {
	type section struct {
		HTML  SafeHTML `json:"html"`
		Extra SafeHTML `json:"extra,omitzero"`
	}
	got, err := json.Marshal(section{HTML: Escape(`Sea & "sun" </script>`).InParagraph()})
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(map[string]string{"html": `<p>Sea &amp; &#34;sun&#34; &lt;/script&gt;</p>`})
	if err != nil || string(got) != string(want) {
		t.Errorf("got %s, want %s (%v)", got, want, err)
	}
}

func TestOnlyBareTextIsPutIntoAParagraph(t *testing.T) {
	for in, want := range map[string]string{"": "", "text": "<p>text</p>", "<h2>text</h2>": "<h2>text</h2>"} {
		if got := (SafeHTML{in}).InParagraph().String(); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
