package instagram

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // what the network sends
	_ "image/png"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/media/remote"
)

const (
	folder         = "instagram"
	address        = "/media/" + folder + "/"
	mostBytes      = 12 << 20
	largestSide    = 8000
	unusedPictures = 7 * 24 * time.Hour // kept for pages that are still open somewhere
)

// picture is the site's own copy of a post's picture; it is fetched once, for a
// post's picture never changes.
func (r *Refresher) picture(ctx context.Context, p *post) (*content.Image, error) {
	u, err := url.Parse(p.picture())
	if err != nil {
		return nil, errors.New("its address cannot be read")
	}
	name := fileName(p.ID)
	file := filepath.Join(r.cfg.Originals, folder, name)
	if data, err := os.ReadFile(file); err == nil {
		if kept, err := described(name, data); err == nil {
			return kept, nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Timeout)
	defer cancel()
	client := remote.New(r.allowed(u))
	defer client.Close()
	var body bytes.Buffer
	if _, err := client.Fetch(ctx, u, time.Time{}, &body); err != nil {
		return nil, withoutAddress(err)
	}
	fetched, err := described(name, body.Bytes())
	if err != nil {
		return nil, err
	}
	return fetched, keep(file, body.Bytes(), 0o644)
}

// fileName is a name that no id can lead elsewhere with.
func fileName(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:12]) + ".jpg"
}

// described reads the size of a picture without decoding it.
func described(name string, data []byte) (*content.Image, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, errors.New("it is no JPEG or PNG")
	}
	if config.Width < 1 || config.Height < 1 || config.Width > largestSide || config.Height > largestSide {
		return nil, fmt.Errorf("it is %d × %d pixels", config.Width, config.Height)
	}
	return &content.Image{URL: address + name, Width: config.Width, Height: config.Height}, nil
}

// allowed lets one host be asked if it is the feed's own or one of the network's.
func (r *Refresher) allowed(u *url.URL) remote.Config {
	limits := remote.Config{MaxBytes: mostBytes, Signed: true}
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

// keep writes a whole file or none.
func keep(file string, data []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	aside, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = aside.Write(data)
	err = errors.Join(err, aside.Chmod(mode), aside.Close())
	if err == nil {
		err = os.Rename(aside.Name(), file)
	}
	if err != nil {
		_ = os.Remove(aside.Name()) // what remains of it is of no use
	}
	return err
}

// tidy removes pictures that have not been in the feed for a while.
func (r *Refresher) tidy(feed []content.InstagramPost) {
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
			_ = os.Chtimes(file, now, now) // its time is when it was last in the feed
		case now.Sub(info.ModTime()) > unusedPictures:
			_ = os.Remove(file) // the next time will do as well
		}
	}
}
