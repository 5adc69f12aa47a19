package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"strings"
	"testing"
)

// readsEnvironment are the packages of the product that may read environment variables.
// The program that makes releases and packages of the tests may, too.
var readsEnvironment = []string{"cmd/estate", "internal/app/config", "cmd/release", "internal/tests/"}

func TestOnlyTheProgramReadsTheEnvironment(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{range .GoFiles}}{{$.ImportPath}} {{$.Dir}}/{{.}}{{"\n"}}{{end}}`, "estate/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name := strings.TrimPrefix(path, "estate/"); file == "" || mayReadEnvironment(name) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			if call, ok := node.(*ast.SelectorExpr); ok && isEnvironmentCall(call) {
				t.Errorf("%s calls os.%s; only %v may, and pass the value on", file, call.Sel.Name, readsEnvironment)
			}
			return true
		})
	}
}

func mayReadEnvironment(name string) bool {
	for _, allowed := range readsEnvironment {
		if name == allowed || strings.HasSuffix(allowed, "/") && strings.HasPrefix(name, allowed) {
			return true
		}
	}
	return false
}

func isEnvironmentCall(call *ast.SelectorExpr) bool {
	pkg, ok := call.X.(*ast.Ident)
	return ok && pkg.Name == "os" && (call.Sel.Name == "Getenv" || call.Sel.Name == "LookupEnv" || call.Sel.Name == "Environ" || call.Sel.Name == "ExpandEnv")
}
