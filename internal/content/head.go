package content

// HeadOf returns the head of an entity of a post type, nil for terms and authors.
func HeadOf(entity Entity) *Head {
	switch e := entity.(type) {
	case *Property:
		return &e.Head
	case *Development:
		return &e.Head
	case *Post:
		return &e.Head
	case *Page:
		return &e.Head
	case *Media:
		return &e.Head
	}
	return nil
}
