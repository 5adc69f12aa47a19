package privilege

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

func TestAReadOnlyFolderNamesTheSettingOfTheUnit(t *testing.T) {
	err := ExplainReadOnly(&fs.PathError{Op: "mkdir", Path: "/srv/copy", Err: syscall.EROFS}, "/srv/copy")
	if !strings.Contains(err.Error(), "ReadWritePaths=/srv/copy") {
		t.Errorf("error %v", err)
	}
	if err := ExplainReadOnly(fs.ErrPermission, "/srv/copy"); err != fs.ErrPermission { //nolint:errorlint // the same value
		t.Errorf("another error became %v", err)
	}
}
