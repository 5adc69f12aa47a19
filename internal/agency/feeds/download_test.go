package feeds

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPackedFilesAreRecognisedByTheirBytes(t *testing.T) {
	const feed = "<root></root>"
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	if _, err := io.WriteString(gz, feed); err != nil || gz.Close() != nil {
		t.Fatal(err)
	}
	zipped := func(names ...string) []byte {
		var b bytes.Buffer
		archive := zip.NewWriter(&b)
		for _, name := range names {
			w, err := archive.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, feed); err != nil {
				t.Fatal(err)
			}
		}
		if err := archive.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for name, tt := range map[string]struct {
		file  []byte
		error string
	}{
		"plain": {[]byte(feed), ""}, "gzip": {packed.Bytes(), ""}, "zip": {zipped("feed.xml"), ""}, "zip with a note": {zipped("feed.xml", "note.pdf"), ""},
		"zip with two feeds": {zipped("a.xml", "b.xml"), "2 files"}, "workbook": {zipped("[Content_Types].xml", "xl/sheet.xml"), "save it as CSV"}, "cut": {packed.Bytes()[:20], "EOF"},
	} {
		address := filepath.Join(t.TempDir(), "feed")
		if err := os.WriteFile(address, tt.file, 0o600); err != nil {
			t.Fatal(err)
		}
		var got string
		_, err := Download{Address: address, Folder: t.TempDir(), Name: "copy"}.Read(t.Context(), Run{}, func(in io.Reader) error {
			text, err := io.ReadAll(in)
			got = string(text)
			return err
		})
		switch {
		case tt.error == "" && (err != nil || got != feed):
			t.Errorf("%s: %q, %v", name, got, err)
		case tt.error != "" && (err == nil || !strings.Contains(err.Error(), tt.error)):
			t.Errorf("%s: error %v, want %q", name, err, tt.error)
		}
	}
}
