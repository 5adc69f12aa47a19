package ssr

import (
	"encoding/json"
	"testing"
)

func TestASCIIKeepsTheMeaningOfJSON(t *testing.T) {
	for name, want := range map[string]string{
		"plain":                   "three beds & a pool",
		"beyond Latin 1":          "1.250.000 € – Málaga, 340 m²",
		"begins and ends with it": "ñ€ñ",
		"beyond the first plane":  "casa 🏡 con jardín",
		"quotes and backslashes":  `"\u20ac" \ €`,
		"the replacement itself":  "\ufffd",
	} {
		t.Run(name, func(t *testing.T) {
			before, err := json.Marshal(map[string]string{"text": want})
			if err != nil {
				t.Fatal(err)
			}
			after := appendASCII(nil, before)
			if n := asciiPrefix(after); n != len(after) {
				t.Errorf("%q is not ASCII", after)
			}
			var got map[string]string
			if err := json.Unmarshal(after, &got); err != nil || got["text"] != want {
				t.Errorf("%q decodes to %q (%v), want %q", after, got["text"], err, want)
			}
		})
	}
}
