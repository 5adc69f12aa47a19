package sqldb

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
)

// rewrittenFS is a folder of migrations rewritten for another database, so that the
// schema stands once. A migration that differs more stands in the folder named for the
// database, under the same name.
type rewrittenFS struct {
	fs.FS
	folder  string
	rewrite func(migration string) string
}

// Open opens a rewritten migration; other files and folders pass.
func (r rewrittenFS) Open(name string) (fs.File, error) {
	if own := path.Join(r.folder, name); strings.HasSuffix(name, ".sql") {
		if _, err := fs.Stat(r.FS, own); err == nil {
			name = own
		}
	}
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
