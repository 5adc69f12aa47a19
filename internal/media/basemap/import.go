package basemap

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"estate/internal/media/basemap/mvt"
	"estate/internal/media/basemap/pmtiles"
	"estate/internal/platform/privilege"
)

// Limits of an import.
const (
	maxImport = 64 << 30 // bytes
	// MinImportZoom is the least zoom that shows streets.
	MinImportZoom = 10
	samples       = 200 // tiles that are decoded
)

// Report is what an imported archive holds.
type Report struct {
	Tiles                    uint64
	Bytes                    int64
	MinZoom, MaxZoom         uint8
	West, South, East, North float64
	Credit                   string
	Missing                  []string // layers of streets and land that the sampled tiles lack
}

// Problems of an import. Their texts name the remedy.
var (
	errTooLarge = fmt.Errorf("the file is larger than %d GB: make an extract of the region with `pmtiles extract --bbox`",
		int64(maxImport)>>30)
	errCoarse = fmt.Errorf("the tiles end before zoom %d, so they show no streets: make the extract again with a --maxzoom of 14 or 15",
		MinImportZoom)
	errSchema = errors.New("the tiles have none of the layers earth, water and roads: the site's style needs the Protomaps basemap, see " +
		"docs/operating.md")
	errNoCredit = errors.New("the file names no attribution: add the credit that the licence of its data asks for with --credit, such as " +
		"\"© OpenStreetMap contributors\"")
)

// Import checks an archive and copies it into a folder, in which New and a running Map find it.
// It replaces an earlier one. The error says what is wrong and names the remedy; the folder is
// then unchanged.
func Import(folder, file, credit string) (_ *Report, err error) {
	var source *os.File
	err = privilege.OrAsStarted(func() (err error) {
		source, err = os.Open(file)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer func() { _ = source.Close() }() // read only
	info, err := source.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > maxImport {
		return nil, errTooLarge
	}
	report, err := check(source, info.Size(), credit)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	temporary, err := os.CreateTemp(folder, "import-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		_ = temporary.Close()           // closed before the rename
		_ = os.Remove(temporary.Name()) // it was renamed
	}()
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(temporary, hash), io.NewSectionReader(source, 0, info.Size())); err != nil {
		return nil, err
	}
	if err := errors.Join(temporary.Chmod(0o644), temporary.Sync(), temporary.Close()); err != nil {
		return nil, err
	}
	name := hex.EncodeToString(hash.Sum(nil))[:hashLength] + ".pmtiles"
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path+creditSuffix, []byte(credit), 0o644); err != nil {
		return nil, err
	}
	if err := os.Rename(temporary.Name(), path); err != nil {
		return nil, err
	}
	_, err = removeExcept(folder, name)
	return report, err
}

// check reads the header, all directories and a sample of the tiles.
func check(file io.ReaderAt, size int64, credit string) (*Report, error) {
	a, err := pmtiles.Open(file, size)
	if err != nil {
		return nil, err
	}
	if a.Header.MaxZoom < MinImportZoom {
		return nil, errCoarse
	}
	seen := map[string]bool{}
	tiles, err := a.Verify(samples, func(data []byte) error {
		tile, err := mvt.Decode(data)
		if err != nil {
			return fmt.Errorf("%w (%w)", pmtiles.ErrDamaged, err)
		}
		for _, layer := range tile {
			seen[layer.Name] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !seen["earth"] && !seen["water"] && !seen["roads"] {
		return nil, errSchema
	}
	h := a.Header
	report := &Report{
		Tiles: tiles, Bytes: size, MinZoom: h.MinZoom, MaxZoom: h.MaxZoom,
		West: h.West, South: h.South, East: h.East, North: h.North, Credit: plainCredit(credit, a.Metadata.Attribution),
	}
	if report.Credit == "" {
		return nil, errNoCredit
	}
	for _, layer := range []string{"earth", "water", "roads", "places"} {
		if !seen[layer] {
			report.Missing = append(report.Missing, layer)
		}
	}
	return report, nil
}

// Remove removes the imported archives of a folder and returns their number.
func Remove(folder string) (int, error) { return removeExcept(folder, "") }

func removeExcept(folder, keep string) (removed int, err error) {
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return 0, nil
	}
	for _, entry := range entries {
		if name := entry.Name(); importedName.MatchString(name) && name != keep {
			removed++
			err = errors.Join(err, os.Remove(filepath.Join(folder, name)), ignoreMissing(os.Remove(filepath.Join(folder, name+creditSuffix))))
		}
	}
	return removed, err
}

func ignoreMissing(err error) error {
	if os.IsNotExist(err) {
		return nil
	}
	return err
}
