package view

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestUnionNamesEverySection keeps the union that TypeScript sees equal to the
// structs that are sections, and each struct's literal equal to its kind.
func TestUnionNamesEverySection(t *testing.T) {
	kinds, constants := parseKinds(t)
	literals := parseLiterals(t)
	union := parseUnion(t)
	for name, constant := range kinds {
		if !slices.Contains(union, name) {
			t.Errorf("the union Section lacks %s", name)
		}
		if got, want := literals[name], constants[constant]; got != want {
			t.Errorf("%s.Kind has tstype %q, want %q", name, got, want)
		}
	}
	for _, name := range union {
		if _, ok := kinds[name]; !ok {
			t.Errorf("%s in the union Section is no section: it has no method SectionKind", name)
		}
	}
}

// parseKinds reads which struct returns which constant, and what the constants say.
func parseKinds(t *testing.T) (kinds, constants map[string]string) {
	t.Helper()
	kinds, constants = map[string]string{}, map[string]string{}
	ast.Inspect(parse(t, "section_kinds.go"), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			constants[n.Names[0].Name] = strings.Trim(n.Values[0].(*ast.BasicLit).Value, `"`)
		case *ast.FuncDecl:
			receiver := n.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
			kinds[receiver] = n.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.Ident).Name
		}
		return true
	})
	return kinds, constants
}

// parseLiterals reads the tstype of each struct's Kind.
func parseLiterals(t *testing.T) map[string]string {
	t.Helper()
	literals := map[string]string{}
	ast.Inspect(parse(t, "section.go"), func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if shape, ok := spec.Type.(*ast.StructType); ok {
			first := shape.Fields.List[0]
			if first.Names[0].Name == "Kind" && first.Tag != nil {
				tag := reflect.StructTag(strings.Trim(first.Tag.Value, "`"))
				literals[spec.Name.Name] = strings.Trim(tag.Get("tstype"), "'")
			}
		}
		return true
	})
	return literals
}

func parseUnion(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile("section_kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	_, union, _ := strings.Cut(string(source), "export type Section =")
	union, _, _ = strings.Cut(union, ";")
	return strings.Fields(strings.ReplaceAll(union, "|", " "))
}

func parse(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
