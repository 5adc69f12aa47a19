package api

import "estate/internal/content"

// Uploads follow the core of tus 1.0.0 (POST uploads, HEAD and PATCH uploads/{id}, with chunks of at most 512 KiB) and its
// termination (DELETE uploads/{id}). POST uploads/{id}/finish then answers a MediaFile; it may be repeated.

// MediaFile is a file of the media library. GET media?q=&kind= answers a list of them, the newest first.
type MediaFile struct {
	ID   int       `json:"id"`
	Kind MediaKind `json:"kind"`
	Name string    `json:"name"`
	// URL is the address that a document, a film or a logo has in content.
	URL string `json:"url"`
	// Image is a picture as a list of pictures takes it.
	Image *content.Image `json:"image,omitempty"`
	// Picture is the address of a small rendition.
	Picture string `json:"picture,omitempty"`
}

// MediaKind is what a file of the media library is.
type MediaKind string

// The kinds.
const (
	MediaPicture  MediaKind = "picture"
	MediaDocument MediaKind = "document"
	MediaFilm     MediaKind = "film"
)

// Thumbnails is the body of POST entities/{type}/{id}/thumbnails; the answer is ThumbnailsAt.
type Thumbnails struct {
	Addresses []string `json:"addresses"` // source_url of pictures
}

// ThumbnailsAt are addresses of small renditions by source_url, of those that the site shows.
type ThumbnailsAt struct {
	Pictures map[string]string `json:"pictures"`
}

// MediaFiles is the answer of GET media.
type MediaFiles struct {
	Files []MediaFile `json:"files"`
}
