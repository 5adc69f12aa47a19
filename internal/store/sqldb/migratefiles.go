package sqldb

import (
	"bytes"
	"io/fs"
	"strings"
)

// rewrittenFS is a folder of migrations rewritten for another database, so that the
// schema stands once.
type rewrittenFS struct {
	fs.FS
	rewrite func(migration string) string
}

// Open opens a rewritten migration; other files and folders pass.
func (r rewrittenFS) Open(name string) (fs.File, error) {
	file, err := r.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return file, err
	}
	text, err := fs.ReadFile(r.FS, name)
	if err != nil {
		return nil, err
	}
	return rewrittenFile{file, bytes.NewReader([]byte(r.rewrite(string(text))))}, nil
}

type rewrittenFile struct {
	fs.File
	text *bytes.Reader
}

func (f rewrittenFile) Read(p []byte) (int, error) { return f.text.Read(p) }
