// Command formgen writes everything that repeats the schemas of sections and forms of internal/content:
//
//   - internal/site/view/section_kinds.go: kinds, methods and the TypeScript union
//   - web/src/app/section-loaders.ts: the chunk of every kind
//   - web/studio/src/generated/forms.ts: the forms of properties and developments
//   - docs/sections.md: the table of sections
//   - docs/channels.md: the table of the vocabulary (internal/content/vocabulary)
//   - wordpress/estate/src/Content/section-schema.php: the form of the plugin
//   - wordpress/estate/src/Properties/feature-table.php: the features of the plugin
//
// Run it from the root of the repository, before tygo: go run ./cmd/formgen. It does not import
// internal/site/view, so it also runs while that package does not compile.
package main

import (
	"fmt"
	"os"

	"estate/internal/content"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "formgen:", err)
		os.Exit(1)
	}
}

// run writes the files below root.
func run(root string) error {
	files, err := generate(root, content.SectionSchemas)
	if err != nil {
		return err
	}
	for path, text := range files {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
