package compose

import (
	"cmp"
	"regexp"

	"estate/internal/content"
	"estate/internal/site/view"
)

// Limits of one block, so that a mistake of an import does not make a page of any
// size.
const (
	maxSectionPictures = 200
	maxSectionFilms    = 50
)

func (b *sectionBuilder) gallerySection(f *content.GalleryFields) (view.Section, error) {
	pictures := b.pictures(f.Pictures[:min(len(f.Pictures), maxSectionPictures)], plain(f.Title))
	if len(pictures) == 0 {
		return nil, errMissingField
	}
	return &view.GallerySection{Kind: view.SectionGallery, Title: plain(f.Title), Pictures: pictures}, nil
}

// Limits of the time of a slide.
const (
	minSlideSeconds = 3
	maxSlideSeconds = 60
)

func (b *sectionBuilder) sliderSection(f *content.SliderFields) (view.Section, error) {
	section := &view.SliderSection{Kind: view.SectionSlider, Title: plain(f.Title)}
	if f.Seconds > 0 {
		section.Seconds = min(max(f.Seconds, minSlideSeconds), maxSlideSeconds)
	}
	for _, slide := range f.Slides[:min(len(f.Slides), maxSectionPictures)] {
		title, text := plain(slide.Title), plain(slide.Text)
		if picture := b.picture(slide.Picture, cmp.Or(title, text)); picture != nil {
			section.Slides = append(section.Slides, view.Slide{Picture: *picture, Title: title, Text: text, Href: b.href(slide.Link)})
		}
	}
	if len(section.Slides) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) videoSection(f *content.VideoFields) (view.Section, error) {
	video := b.video(f)
	if video == nil || video.Title == "" {
		return nil, errMissingField
	}
	return &view.VideoSection{Kind: view.SectionVideo, Title: video.Title, Text: video.Text, Video: *video}, nil
}

func (b *sectionBuilder) videoListSection(f *content.VideoListFields) (view.Section, error) {
	section := &view.VideoListSection{Kind: view.SectionVideoList, Title: plain(f.Title)}
	for i := range f.Videos[:min(len(f.Videos), maxSectionFilms)] {
		if video := b.video(&f.Videos[i]); video != nil {
			section.Videos = append(section.Videos, *video)
		}
	}
	if len(section.Videos) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

// backgroundFilm is the film behind a headline. It plays by itself, so a film of a
// third party is left out and logged.
func (b *sectionBuilder) backgroundFilm(layout, address string) string {
	film := b.ownFilm(address)
	if film == "" && address != "" {
		b.warnings.warn("film left out: it must be an mp4 or webm file of the site or of a host in media.hosts", "layout", layout, "film",
			address)
	}
	return film
}

// ratioPattern is the aspect ratio of a frame: 16/9, 4:3.
var ratioPattern = regexp.MustCompile(`^([1-9][0-9]?)\s*[/:]\s*([1-9][0-9]?)$`)

const defaultRatio = "16 / 9"

func (b *sectionBuilder) iframeSection(f *content.IframeFields) (view.Section, error) {
	title := plain(f.Title)
	section := &view.IframeSection{
		Kind: view.SectionIframe, Title: title, Ratio: defaultRatio, Poster: b.picture(f.Poster, title),
	}
	if sides := ratioPattern.FindStringSubmatch(f.Ratio); sides != nil {
		section.Ratio = sides[1] + " / " + sides[2]
	}
	if player, ok := b.sanitizer.Frame(f.URL); ok {
		section.Href, section.Host = player.Embed, player.Host
	} else {
		section.Href, section.Host = thirdPartyPage(f.URL)
		section.Away = true
	}
	if title == "" || section.Href == "" {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) imageSection(f *content.ImageFields) (view.Section, error) {
	picture := b.picture(f.Picture, plain(f.Caption))
	if picture == nil {
		return nil, errMissingField
	}
	return &view.ImageSection{Kind: view.SectionImage, Picture: picture, Caption: plain(f.Caption)}, nil
}
