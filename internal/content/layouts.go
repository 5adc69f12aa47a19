package content

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// fieldsOf makes an empty struct for the fields of every layout.
var fieldsOf = map[string]func() any{
	"about":             func() any { return new(AboutFields) },
	"banner":            func() any { return new(BannerFields) },
	"blog-archive":      func() any { return new(BlogArchiveFields) },
	"blog-section":      func() any { return new(BlogSectionFields) },
	"column-text":       func() any { return new(ColumnTextFields) },
	"contact":           func() any { return new(ContactFields) },
	"content":           func() any { return new(ContentFields) },
	"description":       func() any { return new(DescriptionFields) },
	"development":       func() any { return new(DevelopmentFields) },
	"favorites":         func() any { return new(FavoritesFields) },
	"gallery":           func() any { return new(GalleryFields) },
	"gutemberg":         func() any { return new(GutembergFields) },
	"home":              func() any { return new(HomeFields) },
	"iframe":            func() any { return new(IframeFields) },
	"image":             func() any { return new(ImageFields) },
	"info":              func() any { return new(InfoFields) },
	"intro":             func() any { return new(IntroFields) },
	"link":              func() any { return new(LinkFields) },
	"locations":         func() any { return new(LocationsFields) },
	"page":              func() any { return new(PageBodyFields) },
	"page-error":        func() any { return new(PageErrorFields) },
	"post":              func() any { return new(PostBodyFields) },
	"posts":             func() any { return new(PostsFields) },
	"properties":        func() any { return new(PropertiesFields) },
	"property":          func() any { return new(PropertyBodyFields) },
	"property-archive":  func() any { return new(PropertyArchiveFields) },
	"property-carousel": func() any { return new(PropertyCarouselFields) },
	"property-custom":   func() any { return new(PropertyCustomFields) },
	"services":          func() any { return new(ServicesFields) },
	"shortlinks":        func() any { return new(ShortlinksFields) },
	"slider":            func() any { return new(SliderFields) },
	"tab":               func() any { return new(TabFields) },
	"video":             func() any { return new(VideoFields) },
	"video-list":        func() any { return new(VideoListFields) },
}

// Layouts lists the section layouts that exist, in no particular order.
func Layouts() []string {
	return slices.Collect(maps.Keys(fieldsOf))
}

// Decode reads the fields of s into the struct of its layout (*BannerFields …).
// An unknown layout gives nil and no error: it is left out of the page. Fields of
// a wrong type stay empty: what could be read comes beside an error that is a
// *json.UnmarshalTypeError and names the first of them.
func (s Section) Decode() (any, error) {
	newFields, known := fieldsOf[s.Layout]
	if !known {
		return nil, nil
	}
	fields := newFields()
	if len(s.Fields) == 0 {
		return fields, nil
	}
	err := json.Unmarshal(s.Fields, fields)
	if err == nil {
		return fields, nil
	}
	if _, readable := errors.AsType[*json.UnmarshalTypeError](err); !readable {
		fields = nil
	}
	return fields, fmt.Errorf("fields of section %q: %w", s.Layout, err)
}
