package csvfeed

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"estate/internal/agency/feeds"
)

// photoFolder is the folder beside a spreadsheet with one folder of pictures for each reference:
// photos/MB-1001/01.jpg.
const photoFolder = "photos"

// maxPhotos bounds the pictures of one property.
const maxPhotos = 200

var photoTypes = []string{".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"}

// photos are the pictures beside a spreadsheet, by the reference in small letters. version changes
// with each file.
type photos struct {
	of      map[string][]feeds.Picture
	version string
}

// findPhotos reads the folder beside the spreadsheet at a path; without a folder there are none. Links
// are not followed: they could lead out of the folder.
func findPhotos(spreadsheet string) (photos, error) {
	root := filepath.Join(filepath.Dir(spreadsheet), photoFolder)
	folders, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return photos{}, nil
	}
	if err != nil {
		return photos{}, fmt.Errorf("pictures beside the spreadsheet: %w", err)
	}
	found, hash := photos{of: map[string][]feeds.Picture{}}, sha256.New()
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(root, folder.Name()))
		if err != nil {
			return photos{}, fmt.Errorf("pictures beside the spreadsheet: %w", err)
		}
		slices.SortFunc(files, func(a, b fs.DirEntry) int { return compareNames(a.Name(), b.Name()) })
		key := strings.ToLower(folder.Name())
		for _, file := range files {
			info, err := file.Info()
			if err != nil || !info.Mode().IsRegular() || !slices.Contains(photoTypes, strings.ToLower(filepath.Ext(file.Name()))) ||
				len(found.of[key]) == maxPhotos {
				continue
			}
			path := filepath.Join(root, folder.Name(), file.Name())
			name := fmt.Sprintf("%s/%s/%s?%d-%d", photoFolder, folder.Name(), file.Name(), info.Size(), info.ModTime().UnixNano())
			found.of[key] = append(found.of[key], feeds.Picture{URL: name, File: path, Plan: isPlan(file.Name())})
			_, _ = hash.Write([]byte(name + "\n")) // never fails
		}
	}
	found.version = hex.EncodeToString(hash.Sum(nil)[:12])
	return found, nil
}

// isPlan reports whether the name is that of a floor plan: plan-1.png, plano.jpg.
func isPlan(name string) bool { return strings.HasPrefix(strings.ToLower(name), "plan") }

// compareNames orders names as people number them: 2.jpg is before 10.jpg.
func compareNames(a, b string) int {
	first, second := leadingNumber(a), leadingNumber(b)
	if first != second {
		return first - second
	}
	return strings.Compare(a, b)
}

// leadingNumber is the number at the beginning of a name; names without one come last.
func leadingNumber(name string) int {
	end := strings.IndexFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	n, err := strconv.Atoi(name[:max(0, end)])
	if err != nil {
		return 1 << 30
	}
	return n
}
