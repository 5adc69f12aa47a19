package view

import "estate/internal/media/picture"

// Picture is one image with its renditions.
type Picture = picture.Picture
