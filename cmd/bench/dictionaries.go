package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path/filepath"
)

// The second pages of a visitor: they share all, some and no cards with the sample of the language.
var secondPages = []struct{ name, link string }{
	{"next page", resultsPage + "page/2/"},
	{"other filter", resultsPage + "?s_beds=4"},
	{"24 unseen cards", resultsPage + "page/40/"},
}

// dictionaries measures the bytes of a second results page in a browser that has the sample of the language
// as compression dictionary.
func (o options) dictionaries(ctx context.Context, r *report) error {
	data := filepath.Join(o.folder, "dictionaries")
	if err := o.fill(ctx, data, 2000); err != nil {
		return err
	}
	site, err := o.startSite(ctx, data)
	if err != nil {
		return err
	}
	defer site.Stop()
	sample, _, err := fetch(ctx, site.Address+"/_dictionary/en", "identity")
	if err != nil {
		return err
	}
	hash := sha256.Sum256(sample)
	available := ":" + base64.StdEncoding.EncodeToString(hash[:]) + ":"
	for _, page := range secondPages {
		var sizes [2]struct{ plain, packed int }
		for i, link := range []string{page.link, "/_view" + page.link} {
			plain, _, err := fetch(ctx, site.Address+link, "zstd, gzip")
			if err != nil {
				return err
			}
			sizes[i].plain = len(plain)
			if sizes[i].packed, err = sizeWith(ctx, site.Address+link, available); err != nil {
				return err
			}
		}
		r.add("second results page with a compression dictionary, "+page.name,
			fmt.Sprintf("View %.2f KB, document %.2f KB", kilobytes(sizes[1].packed), kilobytes(sizes[0].packed)),
			fmt.Sprintf("without it: %.1f and %.1f KB", kilobytes(sizes[1].plain), kilobytes(sizes[0].plain)), "≤ 2 KB")
	}
	return nil
}

func kilobytes(size int) float64 { return float64(size) / 1024 }

// sizeWith is the size of a body that is compressed with a dictionary.
func sizeWith(ctx context.Context, url, available string) (int, error) {
	body, head, err := fetch(ctx, url, "gzip, deflate, br, zstd, dcb, dcz", "Available-Dictionary", available)
	if encoding := head.Get("Content-Encoding"); err == nil && encoding != "dcb" {
		err = fmt.Errorf("%s: encoding %q in place of dcb", url, encoding)
	}
	return len(body), err
}
