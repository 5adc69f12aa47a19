package compose

import (
	"net/url"
	"regexp"
	"strings"

	"estate/internal/content"
	"estate/internal/view"
)

// Bounds of what one block may hold: an importer's mistake must not make a page
// that no phone can open.
const (
	mostPictures = 200
	mostFilms    = 50
)

func (d *draft) gallerySection(f *content.GalleryFields) (view.Section, error) {
	pictures := d.images(f.Pictures[:min(len(f.Pictures), mostPictures)], plain(f.Title))
	if len(pictures) == 0 {
		return nil, errEmpty
	}
	return &view.GallerySection{Kind: view.SectionGallery, Title: plain(f.Title), Pictures: pictures}, nil
}

// A slide that stays for less than this could not be read.
const (
	shortestSlide = 3
	longestSlide  = 60
)

func (d *draft) sliderSection(f *content.SliderFields) (view.Section, error) {
	section := &view.SliderSection{Kind: view.SectionSlider, Title: plain(f.Title)}
	if f.Seconds > 0 {
		section.Seconds = min(max(f.Seconds, shortestSlide), longestSlide)
	}
	for _, slide := range f.Slides[:min(len(f.Slides), mostPictures)] {
		title, text := plain(slide.Title), plain(slide.Text)
		if picture := d.image(slide.Picture, first(title, text)); picture != nil {
			section.Slides = append(section.Slides, view.Slide{Picture: *picture, Title: title, Text: text, Href: d.href(slide.Link)})
		}
	}
	if len(section.Slides) == 0 {
		return nil, errEmpty
	}
	return section, nil
}

func (d *draft) videoSection(f *content.VideoFields) (view.Section, error) {
	video := d.video(f)
	if video == nil || video.Title == "" {
		return nil, errEmpty
	}
	return &view.VideoSection{Kind: view.SectionVideo, Title: video.Title, Text: video.Text, Video: *video}, nil
}

func (d *draft) videoListSection(f *content.VideoListFields) (view.Section, error) {
	section := &view.VideoListSection{Kind: view.SectionVideoList, Title: plain(f.Title)}
	for i := range f.Videos[:min(len(f.Videos), mostFilms)] {
		if video := d.video(&f.Videos[i]); video != nil {
			section.Videos = append(section.Videos, *video)
		}
	}
	if len(section.Videos) == 0 {
		return nil, errEmpty
	}
	return section, nil
}

// video is one film: a file of our own, a player that may open in a frame, or a
// page elsewhere that opens in a tab of its own. Nil without an address to open.
func (d *draft) video(f *content.VideoFields) *view.Video {
	video := &view.Video{Title: plain(f.Title), Text: plain(f.Text), Poster: d.image(f.Poster, plain(f.Title))}
	if film := d.film(f.URL); film != "" {
		video.Embed, video.Own = film, true
		return video
	}
	if player, ok := d.clean.Frame(f.URL); ok {
		video.Embed, video.Host = player.Embed, player.Host
		return video
	}
	if video.Embed, video.Host = elsewhere(f.URL); video.Embed == "" {
		return nil
	}
	video.Away = true
	return video
}

// film is the address of a film file that lies with the agency, "" for any other:
// a film that starts by itself may tell nobody else of the visitor.
func (d *draft) film(address string) string {
	address = strings.TrimSpace(address)
	if address == "" || !d.clean.OwnFilm(address) {
		return ""
	}
	return address
}

// stageFilm is the film behind a headline. One that lies elsewhere is left out,
// and told of, because the picture before it says what is needed.
func (d *draft) stageFilm(layout, address string) string {
	film := d.film(address)
	if film == "" && address != "" {
		d.tell("film left out: it must be an mp4 or webm file of the site or of a host in media.hosts", "layout", layout, "film", address)
	}
	return film
}

// elsewhere is an address of the web and its host; empty for anything else.
func elsewhere(address string) (href, host string) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > 2000 || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", ""
	}
	u.User = nil
	return u.String(), strings.ToLower(u.Hostname())
}

// ratioForm is the shape of a frame: 16/9, 4/3, 1/1.
var ratioForm = regexp.MustCompile(`^([1-9][0-9]?)\s*[/:]\s*([1-9][0-9]?)$`)

const wide = "16 / 9"

func (d *draft) iframeSection(f *content.IframeFields) (view.Section, error) {
	title := plain(f.Title)
	section := &view.IframeSection{
		Kind: view.SectionIframe, Title: title, Ratio: wide, Poster: d.image(f.Poster, title),
	}
	if sides := ratioForm.FindStringSubmatch(f.Ratio); sides != nil {
		section.Ratio = sides[1] + " / " + sides[2]
	}
	if player, ok := d.clean.Frame(f.URL); ok {
		section.Href, section.Host = player.Embed, player.Host
	} else {
		section.Href, section.Host = elsewhere(f.URL)
		section.Away = true
	}
	if title == "" || section.Href == "" {
		return nil, errEmpty
	}
	return section, nil
}
