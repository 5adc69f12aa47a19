package compose

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"estate/internal/content"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// Mistakes of editors. Any other error of a builder is the source's.
var (
	errMissingField = errors.New("a required field is empty")
	errLayout       = errors.New("there is no such layout")
	errFields       = errors.New("a field has a wrong form")
)

// sectionBuilder makes the sections of a page from the fields of its blocks.
type sectionBuilder struct {
	*localizer
	*converter
	cfg      *Config
	result   *resolve.Result
	view     *view.View // that the sections are added to
	warnings *contentWarnings
	lookups  *lookups
	cards    *cardBuilder
	search   *searchBuilder
	posts    *postBuilder
	forms    *formBuilder
	details  *detailBuilder

	anchors map[string]bool // ids that the page has already
}

// add adds the section of a block. One with a mistake of an editor is left out and
// logged once; one whose look-up fails is left out too.
func (b *sectionBuilder) add(ctx context.Context, page *content.Page, block content.Section) {
	section, err := b.build(ctx, page, block)
	switch {
	case errors.Is(err, errMissingField), errors.Is(err, errLayout), errors.Is(err, errFields):
		b.warnings.warn("section left out", "page", page.Link, "layout", block.Layout, "err", err)
	case err != nil:
		b.lookups.failure(ctx, "section "+block.Layout, err)
	case section != nil:
		b.view.Content = append(b.view.Content, section)
	}
}

// build decodes the fields of a block and makes its section, nil when there is
// nothing to show.
func (b *sectionBuilder) build(ctx context.Context, page *content.Page, block content.Section) (section view.Section, err error) {
	defer func() { // the fields are foreign input: a panic must not take the page down
		if problem := recover(); problem != nil {
			section, err = nil, fmt.Errorf("%w: building it failed: %v", errFields, problem)
		}
	}()
	fields, err := block.Decode()
	switch {
	case err != nil && (fields == nil || isFilterError(err)):
		return nil, fmt.Errorf("%w: %w", errFields, err)
	case err != nil: // the section is made without that field, unless it is required
		b.warnings.warn("field left out", "page", page.Link, "layout", block.Layout, "err", err)
	}
	return b.sectionOf(ctx, page, fields)
}

// sectionOf makes the section of decoded fields: one case for each layout.
func (b *sectionBuilder) sectionOf(ctx context.Context, page *content.Page, fields any) (view.Section, error) {
	switch f := fields.(type) {
	case *content.AboutFields:
		return b.aboutSection(f)
	case *content.BannerFields:
		return b.bannerSection(f)
	case *content.BlogArchiveFields:
		return b.blogArchiveSection(ctx, f)
	case *content.BlogSectionFields:
		return b.blogSection(ctx, f)
	case *content.ColumnTextFields:
		return b.columnTextSection(f)
	case *content.ContactFields:
		return b.contactSection(f)
	case *content.ContentFields:
		return b.contentSection(f.HTML)
	case *content.DescriptionFields:
		return b.descriptionSection(f)
	case *content.DevelopmentFields:
		return b.developmentBody(ctx, f.ID)
	case *content.FavoritesFields:
		section := b.favorites(ctx)
		section.Title, section.Text = plain(f.Title), plain(f.Text)
		return section, nil
	case *content.GalleryFields:
		return b.gallerySection(f)
	case *content.GutembergFields:
		return b.gutembergSection(f)
	case *content.HomeFields:
		return b.homeSection(ctx, f)
	case *content.IframeFields:
		return b.iframeSection(f)
	case *content.ImageFields:
		return b.imageSection(f)
	case *content.InfoFields:
		return b.infoSection(f)
	case *content.IntroFields:
		return b.introSection(f)
	case *content.LinkFields:
		return b.linkSection(f)
	case *content.LocationsFields:
		return b.locationsSection(ctx, f)
	case *content.PageBodyFields:
		return b.pageBodySection(page, f)
	case *content.PageErrorFields:
		return b.pageErrorSection(ctx, f)
	case *content.PostBodyFields:
		return b.postBody(ctx, f.ID)
	case *content.PostsFields:
		return b.postsSection(ctx, f)
	case *content.PropertiesFields:
		return b.propertiesSection(ctx, f)
	case *content.PropertyBodyFields:
		return b.propertyBody(ctx, f.ID)
	case *content.PropertyArchiveFields:
		return b.propertyArchiveSection(ctx, page, f)
	case *content.PropertyCarouselFields:
		return b.carouselSection(ctx, f)
	case *content.PropertyCustomFields:
		return b.customSection(ctx, f)
	case *content.ReviewsFields:
		return b.reviewsSection(f)
	case *content.ServicesFields:
		return b.servicesSection(f)
	case *content.ShortlinksFields:
		return b.shortlinksSection(f)
	case *content.SliderFields:
		return b.sliderSection(f)
	case *content.TabFields:
		return b.tabSection(f)
	case *content.TeamFields:
		return b.teamSection(f)
	case *content.VideoFields:
		return b.videoSection(f)
	case *content.VideoListFields:
		return b.videoListSection(f)
	}
	return nil, errLayout
}

// isFilterError reports a filter that could not be decoded. The section is left
// out, because an empty filter has every property as its result.
func isFilterError(err error) bool {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	return ok && strings.HasSuffix(wrong.Field, "filter")
}
