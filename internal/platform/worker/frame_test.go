package worker

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// reply is a reply frame as the harness writes it.
func reply(size uint32, st status, seq uint32, body string) []byte {
	out := binary.BigEndian.AppendUint32(nil, size)
	out = append(out, byte(st))
	return append(binary.BigEndian.AppendUint32(out, seq), body...)
}

func TestReadReply(t *testing.T) {
	tests := []struct {
		name  string
		frame []byte
		want  string // the body, or part of the error
		ok    bool
	}{
		{"reply", reply(4, statusOK, 7, "html"), "html", true},
		{"empty reply", reply(0, statusOK, 7, ""), "", true},
		{"failure", reply(4, statusFailed, 7, "oops"), "oops", true},
		{"reply to another request", reply(4, statusOK, 6, "html"), "invalid header", false},
		{"unknown status", reply(4, 2, 7, "html"), "invalid header", false},
		{"text", []byte("HTTP/1.1 200 OK"), "invalid header", false},
		{"too long", reply(1<<20+1, statusOK, 7, ""), "exceeds the limit", false},
		{"cut off", reply(5, statusOK, 7, "html"), "unexpected EOF", false},
		{"cut off in the head", []byte{0, 0}, "unexpected EOF", false},
		{"nothing", nil, "EOF", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, body, err := readReply(bytes.NewReader(tt.frame), 7, 1<<20)
			if tt.ok && (err != nil || string(body) != tt.want) {
				t.Errorf("readReply = %q, %v, want %q", body, err, tt.want)
			}
			if !tt.ok && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("readReply error = %v, want %q", err, tt.want)
			}
		})
	}
}
