package basemap

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"estate/internal/media/basemap/pmtiles"
)

// hashLength is the length of the hash in the name of an imported archive.
const hashLength = 12

var importedName = regexp.MustCompile(`^[0-9a-f]{12}\.pmtiles$`)

// Imported returns the file name of the newest imported archive in a folder, "" without one.
func Imported(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the folder of the map: %w", err)
	}
	newest, name := int64(0), ""
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && importedName.MatchString(entry.Name()) && info.ModTime().UnixNano() >= newest {
			newest, name = info.ModTime().UnixNano(), entry.Name()
		}
	}
	return name, nil
}

// creditSuffix is that of the file with the credit beside an archive.
const creditSuffix = ".credit"

func openImported(folder, name string) (*archive, error) {
	path := filepath.Join(folder, name)
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the imported map: %w", err)
	}
	// The file stays open for the life of the program: tiles are read from it.
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("open the imported map: %w", err)
	}
	a, err := pmtiles.Open(file, info.Size())
	if err != nil {
		return nil, fmt.Errorf("imported map %s: %w; or remove the file, then the built-in map is shown", path, err)
	}
	credit, err := os.ReadFile(path + creditSuffix)
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("open the imported map: %w", err)
	}
	return &archive{a, htmlCredit(plainCredit(string(credit), a.Metadata.Attribution))}, nil
}

const (
	osmCopyright = "https://www.openstreetmap.org/copyright"
	creditOSM    = `<a href="` + osmCopyright + `">© OpenStreetMap contributors</a>`
)

var tags = regexp.MustCompile(`<[^>]*>`)

// plainCredit is the credit of an archive as text: the operator's own, otherwise that of the
// metadata; "" when nothing is known.
func plainCredit(own, metadata string) string {
	text := own
	if strings.TrimSpace(text) == "" {
		text = html.UnescapeString(tags.ReplaceAllString(metadata, ""))
	}
	return strings.Join(strings.Fields(text), " ")
}

// htmlCredit is a credit as safe HTML. A mention of OpenStreetMap becomes a link to its licence.
func htmlCredit(text string) string {
	for _, form := range []string{"© OpenStreetMap contributors", "© OpenStreetMap", "OpenStreetMap contributors", "OpenStreetMap"} {
		if before, after, found := strings.Cut(text, form); found {
			return html.EscapeString(before) + creditOSM + html.EscapeString(after)
		}
	}
	return html.EscapeString(text)
}
