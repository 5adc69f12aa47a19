package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"estate/internal/content"
)

const generated = "web/src/generated"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tsgen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 0:
		return generate(generated)
	case len(args) == 2 && args[0] == "content":
		return printContent(os.Stdout, args[1])
	}
	return fmt.Errorf("usage: tsgen, or tsgen content CASES.json")
}

// imageTypes are the types of pictures in documents, from the folder of generated files.
const imageTypes = "../../studio/src/generated/image.ts"

// withLabels adds what pictures of a property can show, once.
func withLabels(source string) string {
	source, _, _ = strings.Cut(source, labelsBegin)
	text := source + labelsBegin + "\n"
	for _, label := range content.ImageLabels {
		text += fmt.Sprintf("  %q,\n", label)
	}
	return text + "] as const;\n"
}

const labelsBegin = "/** What a picture of a property shows. */\nexport const imageLabels = ["

func generate(dir string) error {
	for _, name := range []string{"i18n.ts", "picture.ts", "view.ts", "../../studio/src/generated/api.ts", imageTypes} {
		path := filepath.Join(dir, name)
		source, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("%w (run tygo generate first)", err)
		}
		text := tidy(string(source))
		if name == imageTypes {
			text = withLabels(text)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if err := writeColors("web/src/styles/tokens.css", "internal/platform/brand/colors.go"); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "catalog.ts"), []byte(catalog()), 0o644)
}
