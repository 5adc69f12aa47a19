package redirect

import (
	"testing"

	"estate/internal/content"
)

func TestLocationStaysOnTheSite(t *testing.T) {
	tests := []struct{ name, location, request, want string }{
		{"the last of a repeated key is kept, as in a link", "https://cms.example.test/b/", "/a/?x=1&z=3&x=2", "/b/?x=2&z=3"},
		{"a bare key gains its sign, as in a link", "/b/?q", "/a/?x=&y", "/b/?q&x=&y="},
		{"host alone", "https://cms.example.test", "/old/", "/"},
		{"host alone with a query", "https://cms.example.test?a=1", "/old/?b=2", "/?a=1&b=2"},
		{"two hosts", "https://cms.example.test//evil.test/x", "/old/", "/evil.test/x"},
		{"slash and backslash, which browsers read as a host", `/\evil.test/x`, "/old/", "/evil.test/x"},
		{"no leading slash", "new/", "/old/", "/new/"},
		{"question mark in the hash", "/new/#a?b=1", "/old/?c=1#d", "/new/?c=1#a?b=1"},
		{"key without a value", "/new/?a", "/old/?a=1&b", "/new/?a&b="},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := content.Redirect{Status: StatusMoved, Location: tt.location}
			if got := Location(r, tt.request); got != tt.want {
				t.Errorf("Location(%q for %q) = %q, want %q", tt.location, tt.request, got, tt.want)
			}
		})
	}
}
