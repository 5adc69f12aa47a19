package translations

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// use is a use of a translation key. A part of the key that is known only at run time is "*".
type use struct{ key, at string }

// goUses lists the translation keys that Go uses, in calls of i18n.Words.T, of a method t,
// of seo's known, and of closures around them such as
// t := func(key string) string { return i18n.Words.T(lang, "search."+key) }.
func goUses(t *testing.T) []use {
	t.Helper()
	var uses []use
	for _, root := range []string{"../../../internal", "../../../cmd"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && function.Body != nil {
					f := reader{files: files, locals: map[string]ast.Expr{}, prefixes: map[string]string{}}
					f.read(function)
					uses = append(uses, f.uses...)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return uses
}

// reader reads one function.
type reader struct {
	files    *token.FileSet
	locals   map[string]ast.Expr // the last value that was assigned to a name
	prefixes map[string]string   // closures that look up keys, with the prefix that they add
	params   []string            // of the function and its closures: a key that is a parameter is a use of the caller
	uses     []use
}

func (r *reader) read(function *ast.FuncDecl) {
	r.addParams(function.Type)
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && i < len(n.Rhs) {
					r.assign(name.Name, n.Rhs[i])
				}
			}
		case *ast.CallExpr:
			if prefix, key := r.lookup(n); key != nil {
				r.record(prefix, key)
			}
		}
		return true
	})
}

func (r *reader) addParams(t *ast.FuncType) {
	for _, field := range t.Params.List {
		for _, name := range field.Names {
			r.params = append(r.params, name.Name)
		}
	}
}

func (r *reader) assign(name string, value ast.Expr) {
	r.locals[name] = value
	closure, ok := value.(*ast.FuncLit)
	if !ok {
		return
	}
	delete(r.prefixes, name)
	ast.Inspect(closure.Body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		if prefix, key := r.lookup(call); key != nil {
			if own, param, found := prefixed(key, closure.Type); found && param {
				r.prefixes[name] = prefix + own
			}
		}
		return true
	})
}

// prefixed splits "search." + key, where key is the parameter of the closure.
func prefixed(key ast.Expr, closure *ast.FuncType) (prefix string, param, found bool) {
	if sum, ok := key.(*ast.BinaryExpr); ok {
		prefix, key = literal(sum.X), sum.Y
	}
	name, ok := key.(*ast.Ident)
	if !ok || len(closure.Params.List) == 0 || len(closure.Params.List[0].Names) == 0 {
		return "", false, false
	}
	return prefix, closure.Params.List[0].Names[0].Name == name.Name, true
}

// lookup returns the key that a call looks up, and its prefix; nil for a call that looks up no key.
func (r *reader) lookup(call *ast.CallExpr) (prefix string, key ast.Expr) {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if on, ok := f.X.(*ast.SelectorExpr); ok && on.Sel.Name == "Words" && f.Sel.Name == "T" {
			return "", call.Args[1]
		}
		if _, ok := f.X.(*ast.Ident); ok && f.Sel.Name == "t" {
			return "", call.Args[0]
		}
	case *ast.Ident:
		if before, ok := r.prefixes[f.Name]; ok {
			return before, call.Args[0]
		}
		if f.Name == "known" && len(call.Args) == 3 {
			return "", call.Args[1]
		}
	}
	return "", nil
}

func (r *reader) record(prefix string, key ast.Expr) {
	text := r.text(key)
	if prefix == "" && text == "*" && r.isParameter(key) {
		return
	}
	for name, before := range r.prefixes { // the calls of the closure are the uses, not the call in it
		if before != "" && prefix == "" && text == before+"*" && r.inClosure(name, key) {
			return
		}
	}
	r.uses = append(r.uses, use{prefix + text, r.files.Position(key.Pos()).String()})
}

// isParameter reports whether a key is a parameter: the calls of the function are the uses.
func (r *reader) isParameter(key ast.Expr) bool {
	name, ok := key.(*ast.Ident)
	if !ok {
		return false
	}
	for _, value := range r.locals {
		if closure, ok := value.(*ast.FuncLit); ok && within(key, closure) {
			r.addParams(closure.Type)
		}
	}
	for _, param := range r.params {
		if param == name.Name {
			return true
		}
	}
	return false
}

func (r *reader) inClosure(name string, key ast.Expr) bool {
	closure, ok := r.locals[name].(*ast.FuncLit)
	return ok && within(key, closure)
}

func within(inner, outer ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

// text is a key, with "*" for each part that is no constant.
func (r *reader) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		return literal(e)
	case *ast.BinaryExpr:
		return strings.ReplaceAll(r.text(e.X)+r.text(e.Y), "**", "*")
	case *ast.Ident:
		if sum, ok := r.locals[e.Name].(*ast.BinaryExpr); ok {
			return r.text(sum)
		}
	}
	return "*"
}

func literal(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		if text, err := strconv.Unquote(lit.Value); err == nil {
			return text
		}
	}
	return "*"
}
