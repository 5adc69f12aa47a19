package httpheader

import "testing"

func TestJSONIsSentWhereItIsAccepted(t *testing.T) {
	for header, want := range map[string]bool{
		"application/json": true, "text/html, Application/JSON;q=0.5": true, "application/json; charset=utf-8": true,
		"application/json;q=0": false, "text/html, application/json; q=0.000": false, "application/json;q=2": false,
		"text/html,*/*;q=0.8": false, "application/json-seq": false, "": false,
	} {
		if AcceptsJSON(header) != want {
			t.Errorf("AcceptsJSON(%q) = %v", header, !want)
		}
	}
}
