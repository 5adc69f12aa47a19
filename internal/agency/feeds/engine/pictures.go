package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // sizes of the formats of feeds
	_ "image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/media/remote"
	"estate/internal/platform/atomicfile"
	"estate/internal/store"
)

// pictureFolder is the folder of the pictures of feeds below that of the originals.
const pictureFolder = "feeds"

const (
	maxPictureBytes = 32 << 20
	maxTries        = 5 // failed runs until the pictures of a listing are given up
	parallel        = 4
)

// extensions of the types of pictures.
var extensions = map[string]string{
	"image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp",
	"image/avif": ".avif",
}

// pictureName is the name of a picture's copy without its extension: one address is one file.
func pictureName(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:12])
}

// local is the copy of a picture, nil when it is not fetched yet.
func (e *Engine) local(feed, address string) *content.Image {
	name := pictureName(address)
	for _, extension := range []string{".jpg", ".png", ".webp", ".gif", ".avif"} {
		file := filepath.Join(e.cfg.Originals, pictureFolder, feed, name+extension)
		opened, err := os.Open(file)
		if err != nil {
			continue
		}
		size, _, _ := image.DecodeConfig(opened) // zero for formats that Go does not read
		_ = opened.Close()                       // read only
		return &content.Image{URL: "/media/" + pictureFolder + "/" + feed + "/" + name + extension, Width: size.Width, Height: size.Height}
	}
	return nil
}

// pictures sets the pictures that are fetched, and notes the listing's pictures when some are
// not. With keep the editor's stay.
func (r *run) pictures(l *feeds.Listing, i *item, featured **content.Image, gallery, plans *[]content.Image, keep bool) {
	i.Pending, i.Tries = nil, 0
	if keep || r.feed.NoPictures {
		return
	}
	var all []content.Image
	var drawn []content.Image
	for _, picture := range l.Pictures {
		copied := r.engine.local(r.feed.Name, picture.URL)
		switch {
		case copied == nil:
			i.Pending = l.Pictures
		case picture.Plan:
			copied.Label = content.ImagePlan
			drawn = append(drawn, *copied)
		default:
			copied.Alt = picture.Alt
			keepEdited(copied, *gallery)
			all = append(all, *copied)
		}
	}
	if i.Pending != nil && len(*gallery) > 0 && len(all) < len(*gallery) {
		return // the old pictures stay until the new ones are here
	}
	*gallery, *plans, *featured = all, drawn, nil
	if len(all) > 0 {
		first := all[0]
		*featured = &first
	}
}

// keepEdited keeps what an editor has said of a picture where the feed says nothing.
func keepEdited(picture *content.Image, before []content.Image) {
	for _, old := range before {
		if old.URL != picture.URL {
			continue
		}
		picture.Label, picture.Altered = old.Label, old.Altered
		if len(picture.Alt) == 0 {
			picture.Alt = old.Alt
		}
		return
	}
}

// fetchPictures fetches the pictures that are missing, once each, and adds them to their
// properties.
func (r *run) fetchPictures(ctx context.Context) error {
	var keys []string
	hosts := map[string]bool{}
	for key, i := range r.items {
		if len(i.Pending) == 0 || !i.live() {
			continue
		}
		keys = append(keys, key)
		for _, picture := range i.Pending {
			if u, err := url.Parse(picture.URL); err == nil && picture.File == "" {
				hosts[strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(u.Host), ":443"), ":80")] = true
			}
		}
	}
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys)
	client := remote.New(remote.Config{
		Hosts: sortedKeys(hosts), PrivateHosts: r.feed.PrivateHost, MaxBytes: maxPictureBytes, Signed: true, Guard: r.engine.cfg.Guard,
	})
	defer client.Close()
	for _, key := range keys {
		if err := r.fetchOf(ctx, client, key); err != nil {
			return err
		}
	}
	return nil
}

// fetchOf fetches the pictures of one listing and writes its property.
func (r *run) fetchOf(ctx context.Context, client *remote.Client, key string) error {
	i := *r.items[key]
	failed := make([]error, len(i.Pending))
	var group errgroup.Group
	group.SetLimit(parallel)
	for n, picture := range i.Pending {
		if r.engine.local(r.feed.Name, picture.URL) != nil {
			continue
		}
		group.Go(func() error {
			failed[n] = r.fetchPicture(ctx, client, picture)
			return nil
		})
		r.report.Pictures++
	}
	_ = group.Wait() // failures are in failed
	if ctx.Err() != nil {
		return ctx.Err()
	}
	missing := 0
	for n, err := range failed {
		if err != nil {
			missing++
			r.report.Pictures--
			r.report.problem(feeds.Problem{Key: key, Field: fmt.Sprintf("picture %d", n+1), Reason: shorten(feeds.WithoutAddress(err).Error())})
		}
	}
	return r.alone(ctx, func() error { return r.addPictures(ctx, key, i, missing) })
}

// addPictures writes the property of a listing with the pictures that are fetched.
func (r *run) addPictures(ctx context.Context, key string, i item, missing int) error {
	l := &feeds.Listing{Key: key, Pictures: i.Pending}
	tries := i.Tries
	stored, err := r.engine.stored(ctx, &i)
	if errors.Is(err, errHidden) {
		return nil
	}
	if err != nil || stored == nil {
		return err
	}
	remake := func(stored content.Entity) (content.Entity, error) { return r.withPictures(l, &i, stored), nil }
	version, err := versionOf(stored)
	if err != nil {
		return err
	}
	c := change{r.withPictures(l, &i, stored), version, remake}
	if missing > 0 {
		r.report.Waiting += missing
		if i.Tries = tries + 1; i.Tries >= maxTries {
			i.Pending, i.Tries = nil, 0
		}
	}
	return r.commit(ctx, map[string]*item{key: &i}, func(b *store.Batch) error { return c.put(b) })
}

// withPictures is a stored property or development with the pictures of a listing.
func (r *run) withPictures(l *feeds.Listing, i *item, stored content.Entity) content.Entity {
	switch e := stored.(type) {
	case *content.Property:
		p := *e
		r.pictures(l, i, &p.Featured, &p.Gallery, &p.Plans, p.Locked("gallery"))
		return &p
	case *content.Development:
		d := *e
		r.pictures(l, i, &d.Featured, &d.Gallery, &d.Plans, false)
		return &d
	}
	return stored
}

// fetchPicture copies one picture under its final name.
func (r *run) fetchPicture(ctx context.Context, client *remote.Client, picture feeds.Picture) error {
	var body bytes.Buffer
	if picture.File != "" {
		if err := readPicture(picture.File, &body); err != nil {
			return err
		}
	} else {
		u, err := url.Parse(picture.URL)
		if err != nil {
			return errors.New("its address is invalid")
		}
		if _, err := client.Fetch(ctx, u, time.Time{}, &body); err != nil {
			return err
		}
	}
	extension, ok := extensions[http.DetectContentType(body.Bytes())]
	if !ok {
		return fmt.Errorf("%w: it is no picture", remote.ErrRefused)
	}
	if size, _, err := image.DecodeConfig(bytes.NewReader(body.Bytes())); err == nil && (size.Width > 20000 || size.Height > 20000) {
		return fmt.Errorf("%w: it has %d × %d pixels", remote.ErrRefused, size.Width, size.Height)
	}
	folder := filepath.Join(r.engine.cfg.Originals, pictureFolder, r.feed.Name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(folder, pictureName(picture.URL)+extension), 0o644, body.Bytes())
}

// readPicture reads a picture beside the file of a feed.
func readPicture(path string, into *bytes.Buffer) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // read only
	n, err := into.ReadFrom(io.LimitReader(file, maxPictureBytes+1))
	if err == nil && n > maxPictureBytes {
		err = fmt.Errorf("%w: it is larger than %d MB", remote.ErrRefused, maxPictureBytes>>20)
	}
	return err
}
