package sentence

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/BurntSushi/toml"

	"estate/internal/content/i18n"
)

//go:embed words/*.toml
var wordFiles embed.FS

// wordList is the word list of one language; words/en.toml explains its form.
type wordList struct {
	Fillers     string              `toml:"fillers"`
	Negations   []string            `toml:"negations"`
	Common      string              `toml:"common"`
	Classes     map[string][]string `toml:"classes"`
	Numbers     map[string]float64  `toml:"numbers"`
	Features    map[string][]string `toml:"features"`
	Collections map[string][]string `toml:"collections"`
	Places      map[string][]string `toml:"places"`
	Attributes  map[string][]string `toml:"attributes"` // features by words of types
}

// readWords returns the word list of a language, nil when it has none. It fails on a
// file that is not valid TOML or has a key that is not known.
func readWords(lang i18n.Lang) (*wordList, error) {
	name := "words/" + string(lang) + ".toml"
	raw, err := wordFiles.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("sentence: read %s: %w", name, err)
	}
	var list wordList
	meta, err := toml.Decode(string(raw), &list)
	if err != nil {
		return nil, fmt.Errorf("sentence: read %s: %w", name, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("sentence: %s: unknown key %s; remove it", name, unknown[0])
	}
	for class := range list.Classes {
		if _, known := classNames[class]; !known {
			return nil, fmt.Errorf("sentence: %s: unknown class %q; remove it", name, class)
		}
	}
	return &list, nil
}
