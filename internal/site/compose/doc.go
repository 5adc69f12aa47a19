// Package compose makes the View of a link from what resolve found: chrome,
// header, cards, sections, search panel, pager and head.
//
// A screen (screen.go, screen_*.go) uses one builder for each part: headBuilder,
// chromeBuilder, cardBuilder, searchBuilder, detailBuilder, postBuilder,
// formBuilder and sectionBuilder. They share a localizer, which prints values in
// one language, and a converter for links, markup and pictures of the CMS. Files
// are named after what they make: screen_*, sections_*, search_* (form and results),
// property_* (the page of a property), site_* (what all pages of a language share).
//
// The source is asked only for content beside the main record, such as an author
// or similar properties. When such a look-up fails, or the fields of a section are
// invalid, that part is left out of the View. Start with Composer.View.
package compose
