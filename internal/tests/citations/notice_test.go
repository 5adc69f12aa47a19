package citations

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// TestNoticeNamesEveryComponent fails when a component was added or updated without
// `make notice`.
func TestNoticeNamesEveryComponent(t *testing.T) {
	notice := read(t, "NOTICE")
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./cmd/estate")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct {
			Version          string
			Dev, DevOptional bool
			Link             bool
		}
	}
	if err := json.Unmarshal([]byte(read(t, "package-lock.json")), &lock); err != nil {
		t.Fatal(err)
	}
	components := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		components[strings.TrimSpace(line)] = true
	}
	for path, entry := range lock.Packages {
		if i := strings.LastIndex(path, "node_modules/"); i >= 0 && !entry.Dev && !entry.DevOptional && !entry.Link {
			components[path[i+len("node_modules/"):]+" "+entry.Version] = true
		}
	}
	for component := range components {
		if component != "" && !strings.Contains(notice, "\n"+component+": ") {
			t.Errorf("NOTICE lacks %s; run make notice", component)
		}
	}
	for _, text := range []string{"Apache-2.0", "MIT", "BSD-3-Clause", "ISC", "OFL-1.1"} {
		if !strings.Contains(notice, "\n--- "+text+" ---\n") {
			t.Errorf("NOTICE lacks the text of %s", text)
		}
	}
	if !strings.Contains(read(t, "LICENSE"), "NOTICE") {
		t.Error("LICENSE does not name NOTICE")
	}
}
