package store

import (
	"bytes"
	"io/fs"
	"strings"
)

// rewritten is a folder of migrations in another database's words, so that the
// schema stands once.
type rewritten struct {
	fs.FS
	words func(migration string) string
}

// Open opens a file as it reads in the other database; folders pass.
func (r rewritten) Open(name string) (fs.File, error) {
	file, err := r.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return file, err
	}
	text, err := fs.ReadFile(r.FS, name)
	if err != nil {
		return nil, err
	}
	return rewrittenFile{file, bytes.NewReader([]byte(r.words(string(text))))}, nil
}

type rewrittenFile struct {
	fs.File
	text *bytes.Reader
}

func (f rewrittenFile) Read(p []byte) (int, error) { return f.text.Read(p) }
