package demo

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// MediaFiles are the pictures and drawings of the agency; media/{name} is served
// under /media/{name}.
//
//go:embed media
var MediaFiles embed.FS

// firstMediaID starts the ids of the media library; they follow the order of pictures.json.
const firstMediaID = 401

// picture is one line of data/pictures.json.
type picture struct {
	File     string    `json:"file"`
	Width    int       `json:"width"`
	Height   int       `json:"height"`
	Kind     string    `json:"kind"`
	Alt      i18n.Text `json:"alt"`
	Dominant string    `json:"dominant"`
}

// library finds pictures by the start of their file names.
type library struct {
	pictures []picture
}

func readLibrary() (*library, error) {
	data, err := dataFiles.ReadFile("data/pictures.json")
	if err != nil {
		return nil, fmt.Errorf("read data/pictures.json: %w", err)
	}
	lib := &library{}
	if err := json.Unmarshal(data, &lib.pictures); err != nil {
		return nil, fmt.Errorf("data/pictures.json is not valid JSON: %w", err)
	}
	return lib, nil
}

// image finds the picture whose file name is name, or starts with name and a hyphen.
func (lib *library) image(name string) (*content.Image, error) {
	for i := range lib.pictures {
		stem := strings.TrimSuffix(lib.pictures[i].File, path.Ext(lib.pictures[i].File))
		if stem == name || strings.HasPrefix(stem, name+"-") {
			image := lib.imageAt(i)
			return &image, nil
		}
	}
	return nil, fmt.Errorf("unknown picture %q; data/pictures.json lists all", name)
}

func (lib *library) images(names []string) ([]content.Image, error) {
	var images []content.Image
	for _, name := range names {
		image, err := lib.image(name)
		if err != nil {
			return nil, err
		}
		images = append(images, *image)
	}
	return images, nil
}

func (lib *library) imageAt(i int) content.Image {
	p := lib.pictures[i]
	image := content.Image{
		ID: firstMediaID + i, URL: "/media/" + p.File,
		Width: p.Width, Height: p.Height, Alt: p.Alt, Color: p.Dominant,
	}
	for _, label := range labels {
		if strings.Contains(p.File, label.word) {
			image.Label = label.label
			break
		}
	}
	return image
}

// labels are what a picture shows, by a part of its file name; the first one counts.
var labels = []struct{ word, label string }{
	{"plan-", content.ImagePlan},
	{"logo-", ""},
	{"mark-", ""},
	{"open-plan", "living_room"},
	{"living", "living_room"},
	{"lounge", "living_room"},
	{"kitchen", "kitchen"},
	{"dining", "dining_room"},
	{"bedroom", "bedroom"},
	{"guest-room", "bedroom"},
	{"bathroom", "bathroom"},
	{"study", "study"},
	{"gym", "gym"},
	{"wine-cellar", "storage"},
	{"hall-", "entrance"},
	{"garage", "garage"},
	{"pool", "pool"},
	{"infinity", "pool"},
	{"terrace", "terrace"},
	{"garden", "garden"},
	{"coast-", "view"},
	{"plot-", "surroundings"},
	{"marina-", "surroundings"},
	{"villa-", "facade"},
	{"townhouses-", "facade"},
	{"apartments-", "facade"},
	{"commercial-", "facade"},
}

// entities are the library's attachments.
func (lib *library) entities() []*content.Media {
	all := make([]*content.Media, len(lib.pictures))
	for i, p := range lib.pictures {
		stem := strings.TrimSuffix(p.File, path.Ext(p.File))
		day := time.Date(2023, time.November, 6+i%20, 9, i, 0, 0, time.UTC)
		all[i] = &content.Media{
			Head: content.Head{
				ID: firstMediaID + i, Type: content.TypeAttachment, Slug: stem,
				Status: content.StatusPublish, Date: day, Modified: day, Link: "/" + stem + "/",
			},
			Title: p.Alt, Image: lib.imageAt(i), Mime: mimeOf(p.File),
		}
	}
	return all
}

func mimeOf(file string) string {
	if path.Ext(file) == ".svg" {
		return "image/svg+xml"
	}
	return "image/jpeg"
}
