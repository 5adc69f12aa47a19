package instagram

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the formats of Instagram
	_ "image/png"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/media/remote"
	"estate/internal/platform/atomicfile"
)

const (
	folder          = "instagram"
	pictureLink     = "/media/" + folder + "/"
	maxPictureBytes = 12 << 20
	maxSide         = 8000
	keepUnused      = 7 * 24 * time.Hour // for pages that are still open in a browser
)

// picture returns the local copy of a post's picture. It is fetched once: the picture of a
// post does not change.
func (r *Refresher) picture(ctx context.Context, p *post) (*content.Image, error) {
	u, err := url.Parse(p.picture())
	if err != nil {
		return nil, errors.New("its URL is invalid")
	}
	name := fileName(p.ID)
	file := filepath.Join(r.cfg.Originals, folder, name)
	if data, err := os.ReadFile(file); err == nil {
		if copied, err := describe(name, data); err == nil {
			return copied, nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Timeout)
	defer cancel()
	client := remote.New(r.fetchLimits(u))
	defer client.Close()
	var body bytes.Buffer
	if _, err := client.Fetch(ctx, u, time.Time{}, &body); err != nil {
		return nil, withoutURL(err)
	}
	fetched, err := describe(name, body.Bytes())
	if err != nil {
		return nil, err
	}
	return fetched, writeFile(file, body.Bytes(), 0o644)
}

// fileName derives a safe file name from the id of a post.
func fileName(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:12]) + ".jpg"
}

// describe reads the width and height of a picture without decoding it.
func describe(name string, data []byte) (*content.Image, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, errors.New("it is not a JPEG or PNG")
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxSide || config.Height > maxSide {
		return nil, fmt.Errorf("it is %d × %d pixels", config.Width, config.Height)
	}
	return &content.Image{URL: pictureLink + name, Width: config.Width, Height: config.Height}, nil
}

// fetchLimits allows the host of a picture if it is that of the feed or one of Config.Hosts.
func (r *Refresher) fetchLimits(u *url.URL) remote.Config {
	limits := remote.Config{MaxBytes: maxPictureBytes, Signed: true}
	feed, err := url.Parse(r.cfg.URL)
	if err == nil && u.Host == feed.Host && feed.Scheme == "http" {
		limits.PrivateHosts = []string{u.Host}
		return limits
	}
	for _, host := range append([]string{feed.Hostname()}, r.cfg.Hosts...) {
		if u.Hostname() == host || strings.HasSuffix(u.Hostname(), "."+host) {
			limits.Hosts = []string{strings.ToLower(u.Host)}
		}
	}
	return limits
}

// writeFile writes a file atomically.
func writeFile(file string, data []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return atomicfile.WriteBytes(file, mode, data)
}

// removeUnused deletes pictures that have not been in the feed for keepUnused.
func (r *Refresher) removeUnused(feed []content.InstagramPost) {
	used := map[string]bool{}
	for _, p := range feed {
		used[path.Base(p.Image.URL)] = true
	}
	entries, err := os.ReadDir(filepath.Join(r.cfg.Originals, folder))
	if err != nil {
		return
	}
	now := r.cfg.Now()
	for _, entry := range entries {
		file := filepath.Join(r.cfg.Originals, folder, entry.Name())
		info, err := entry.Info()
		switch {
		case err != nil:
		case used[entry.Name()]:
			_ = os.Chtimes(file, now, now) // the time of the file is the last time in the feed
		case now.Sub(info.ModTime()) > keepUnused:
			_ = os.Remove(file) // retried by the next refresh
		}
	}
}
