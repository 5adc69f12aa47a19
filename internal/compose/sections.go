package compose

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"estate/internal/content"
	"estate/internal/view"
)

// What editors get wrong. Any other failure is the source's.
var (
	errEmpty  = errors.New("a wanted field is empty")
	errLayout = errors.New("there is no such layout")
	errFields = errors.New("a field is not what it should be")
)

// pageSection adds one block of a page. One with bad fields is left out and told
// of once; the rest of the page lives.
func (d *draft) pageSection(page *content.Page, block content.Section) {
	section, err := d.section(page, block)
	switch {
	case errors.Is(err, errEmpty), errors.Is(err, errLayout), errors.Is(err, errFields):
		d.tell("section left out", "page", page.Link, "layout", block.Layout, "err", err)
	case err != nil:
		d.missed("section "+block.Layout, err)
	case section != nil:
		d.add(section)
	}
}

// section reads the fields of a block and draws it; nil when it has nothing to show.
func (d *draft) section(page *content.Page, block content.Section) (section view.Section, err error) {
	defer func() { // fields come from outside: whatever they do, the page lives
		if problem := recover(); problem != nil {
			section, err = nil, fmt.Errorf("%w: drawing it failed: %v", errFields, problem)
		}
	}()
	fields, err := block.Decode()
	switch {
	case err != nil && (fields == nil || unfiltered(err)):
		return nil, fmt.Errorf("%w: %w", errFields, err)
	case err != nil: // the section does without that field, unless it is a wanted one
		d.tell("field left out", "page", page.Link, "layout", block.Layout, "err", err)
	}
	return d.drawn(page, fields)
}

// drawn is the section of a block's fields: one case a layout that
// content.Section.Decode knows.
func (d *draft) drawn(page *content.Page, fields any) (view.Section, error) {
	switch f := fields.(type) {
	case *content.AboutFields:
		return d.aboutSection(f)
	case *content.BannerFields:
		return d.bannerSection(f)
	case *content.BlogArchiveFields:
		return d.blogArchiveSection(f)
	case *content.BlogSectionFields:
		return d.blogSection(f)
	case *content.ColumnTextFields:
		return d.columnTextSection(f)
	case *content.ContactFields:
		return d.contactSection(f)
	case *content.ContentFields:
		return d.contentSection(f.HTML)
	case *content.DescriptionFields:
		return d.descriptionSection(f)
	case *content.DevelopmentFields:
		return d.developmentBody(f.ID)
	case *content.FavoritesFields:
		section := d.favoritesSection()
		section.Title, section.Text = plain(f.Title), plain(f.Text)
		return section, nil
	case *content.GalleryFields:
		return d.gallerySection(f)
	case *content.GutembergFields:
		return d.gutembergSection(f)
	case *content.HomeFields:
		return d.homeSection(f)
	case *content.IframeFields:
		return d.iframeSection(f)
	case *content.ImageFields:
		return d.imageSection(f)
	case *content.InfoFields:
		return d.infoSection(f)
	case *content.IntroFields:
		return d.introSection(f)
	case *content.LinkFields:
		return d.linkSection(f)
	case *content.LocationsFields:
		return d.locationsSection(f)
	case *content.PageBodyFields:
		return d.pageBodySection(page, f)
	case *content.PageErrorFields:
		return d.pageErrorSection(f)
	case *content.PostBodyFields:
		return d.postBody(f.ID)
	case *content.PostsFields:
		return d.postsSection(f)
	case *content.PropertiesFields:
		return d.propertiesSection(f)
	case *content.PropertyBodyFields:
		return d.propertyBody(f.ID)
	case *content.PropertyArchiveFields:
		return d.propertyArchiveSection(page, f)
	case *content.PropertyCarouselFields:
		return d.carouselSection(f)
	case *content.PropertyCustomFields:
		return d.customSection(f)
	case *content.ServicesFields:
		return d.servicesSection(f)
	case *content.ShortlinksFields:
		return d.shortlinksSection(f)
	case *content.SliderFields:
		return d.sliderSection(f)
	case *content.TabFields:
		return d.tabSection(f)
	case *content.VideoFields:
		return d.videoSection(f)
	case *content.VideoListFields:
		return d.videoListSection(f)
	}
	return nil, errLayout
}

// unfiltered reports that it is the filter that could not be read: an empty one
// would pass every home.
func unfiltered(err error) bool {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	return ok && strings.HasSuffix(wrong.Field, "filter")
}
