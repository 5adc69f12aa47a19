package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/BurntSushi/toml"
)

// root is the folder of the project, seen from this package.
const root = "../../.."

// The places where words are checked.
const (
	inComment = "comment" // package comment
	inName    = "name"    // exported name
	inFile    = "file"    // name of a file or folder
	inMessage = "message" // log message or error text
)

// term is an entry of terms.toml.
type term struct {
	Words   []string
	Write   string
	In      []string
	Unless  []string
	Files   []string
	Why     string
	Pending []string
}

// text is a piece of the project with its place.
type text struct {
	at    string // file, or file:line
	file  string
	place string
	words string
}

func TestTermsOfTheGlossaryAreUsed(t *testing.T) {
	terms := readTerms(t)
	var texts []text
	for _, name := range projectFiles(t) {
		texts = append(texts, text{name, name, inFile, normalised(strings.ReplaceAll(strings.TrimSuffix(name, filepath.Ext(name)), "/", " ; "))})
		switch filepath.Ext(name) {
		case ".go":
			texts = append(texts, goTexts(t, name)...)
		case ".ts", ".tsx":
			texts = append(texts, exports(t, name)...)
		}
	}
	if len(texts) < 3000 {
		t.Fatalf("only %d texts were found: the reader of the code is broken", len(texts))
	}
	pending := 0
	for _, one := range texts {
		for _, denied := range terms {
			word := denied.finds(one)
			switch {
			case word == "":
			case slices.Contains(denied.Pending, one.file):
				pending++
				t.Logf("pending: %s: %q in a %s: write %s", one.at, word, one.place, denied.Write)
			default:
				t.Errorf("%s: %q in a %s: write %s (%s)", one.at, word, one.place, denied.Write, one.words)
			}
		}
	}
	if pending > 0 {
		t.Logf("%d uses are pending", pending)
	}
}

// finds returns the denied word that a text uses, or "".
func (d term) finds(one text) string {
	if len(d.In) > 0 && !slices.Contains(d.In, one.place) {
		return ""
	}
	for _, exempt := range d.Files {
		if one.file == exempt || strings.HasSuffix(exempt, "/") && strings.HasPrefix(one.file, exempt) {
			return ""
		}
	}
	words := " " + one.words + " "
	for _, phrase := range d.Unless {
		words = strings.ReplaceAll(words, " "+normalised(phrase)+" ", "  ")
	}
	for _, word := range d.Words {
		if strings.Contains(words, " "+normalised(word)+" ") {
			return word
		}
	}
	return ""
}

func readTerms(t *testing.T) []term {
	t.Helper()
	var file struct{ Term []term }
	meta, err := toml.DecodeFile("terms.toml", &file)
	if err != nil {
		t.Fatal(err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		t.Errorf("terms.toml: unknown keys %v", unknown)
	}
	for _, one := range file.Term {
		if len(one.Words) == 0 || one.Write == "" {
			t.Errorf("terms.toml: %v needs words and write", one)
		}
		if len(one.Files) > 0 && one.Why == "" {
			t.Errorf("terms.toml: the exceptions of %v need a reason (why)", one.Words)
		}
	}
	return file.Term
}

// normalised splits names at their capitals and returns lower-case words with one
// space between them.
func normalised(s string) string {
	var b strings.Builder
	previous := ' '
	for _, r := range s {
		switch {
		case r == ';' || unicode.IsLetter(r):
			if unicode.IsUpper(r) && unicode.IsLower(previous) {
				b.WriteByte(' ')
			}
			b.WriteRune(unicode.ToLower(r))
		case r == '\'' || r == '’':
			b.WriteByte(' ')
		default:
			b.WriteByte(' ')
		}
		previous = r
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// projectFiles returns the files that the project writes itself.
func projectFiles(t *testing.T) []string {
	t.Helper()
	skipped := []string{".git", "node_modules", "bin", "dist", "data", "test-results", "testdata", "pictures", "generated", "locales", "media", "languages"}
	var found []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			if slices.Contains(skipped, entry.Name()) && name != "internal/media" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "internal/tests/language/") {
			found = append(found, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// goTexts returns package comment, exported names and messages of a Go file. The
// exported names of test files are names of tests and are left out.
func goTexts(t *testing.T, name string) []text {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, filepath.Join(root, name), nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []text
	add := func(pos token.Pos, place, words string) {
		at := name + ":" + strconv.Itoa(positions.Position(pos).Line)
		found = append(found, text{at, name, place, normalised(words)})
	}
	if file.Doc != nil {
		add(file.Package, inComment, file.Doc.Text())
	}
	isTest := strings.HasSuffix(name, "_test.go")
	exported := func(id *ast.Ident) {
		if id != nil && id.IsExported() && !isTest {
			add(id.Pos(), inName, id.Name)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			exported(n.Name)
		case *ast.TypeSpec:
			exported(n.Name)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				exported(id)
			}
		case *ast.Field:
			for _, id := range n.Names {
				exported(id)
			}
		case *ast.CallExpr:
			if !isTest && isMessage(n) {
				for _, literal := range literals(n) {
					add(literal.Pos(), inMessage, unquoted(literal))
				}
			}
		}
		return true
	})
	return found
}

// isMessage reports a call that makes an error or writes to the log.
func isMessage(call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if pkg, ok := selector.X.(*ast.Ident); ok && (pkg.Name == "errors" && selector.Sel.Name == "New" || pkg.Name == "fmt" && selector.Sel.Name == "Errorf") {
		return true
	}
	switch selector.Sel.Name {
	case "Debug", "Info", "Warn", "Error", "DebugContext", "InfoContext", "WarnContext", "ErrorContext", "Log", "LogAttrs":
		return true
	}
	return false
}

func literals(call *ast.CallExpr) []*ast.BasicLit {
	var found []*ast.BasicLit
	for _, argument := range call.Args {
		ast.Inspect(argument, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				found = append(found, literal)
			}
			return true
		})
	}
	return found
}

func unquoted(literal *ast.BasicLit) string {
	if s, err := strconv.Unquote(literal.Value); err == nil {
		return s
	}
	return literal.Value
}

var exportedTS = regexp.MustCompile(`(?m)^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)`)

// exports returns the exported names of a TypeScript file.
func exports(t *testing.T, name string) []text {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	var found []text
	for _, match := range exportedTS.FindAllStringSubmatchIndex(string(source), -1) {
		at := name + ":" + strconv.Itoa(1+strings.Count(string(source[:match[0]]), "\n"))
		found = append(found, text{at, name, inName, normalised(string(source[match[2]:match[3]]))})
	}
	return found
}

func TestFindsSeesWordsAndPhrases(t *testing.T) {
	denied := term{Words: []string{"hop", "ways out"}, Unless: []string{"hop by hop"}}
	tests := []struct {
		name, words, want string
	}{
		{"a word", "the last hop", "hop"},
		{"a part of a name", "firstHop", "hop"},
		{"a phrase in a name", "WaysOut", "ways out"},
		{"a longer word", "shopping", ""},
		{"an exception", "hop-by-hop headers", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := denied.finds(text{words: normalised(tt.words)}); got != tt.want {
				t.Errorf("finds(%q) = %q, want %q", tt.words, got, tt.want)
			}
		})
	}
}
