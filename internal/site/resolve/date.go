package resolve

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"estate/internal/content"
	"estate/internal/site/route"
)

// date lists the posts of a year, a month or a day (routing §7.3) in the time zone of the agency
// (routing D21).
func (f *fetch) date(ctx context.Context) error {
	year, month, day := f.datePart("year"), f.datePart("month"), f.datePart("day")
	if failure := route.ValidateDate(year, month, day); failure != nil {
		if month == nil && f.isNumberOfPage(ctx) {
			return f.single(ctx)
		}
		return failure
	}
	after, before := dateBounds(*year, month, day, f.zone(ctx))
	archive, err := f.archive(ctx, content.ArchiveQuery{After: after, Before: before})
	if err != nil {
		return err
	}
	if len(archive.Items) == 0 {
		return content.DatePageNotFound(f.link.Route, f.pageNumber())
	}
	f.setArchive(archive)
	f.fields["isDate"], f.fields["year"] = true, *year
	if month != nil {
		f.fields["month"] = *month
	}
	if day != nil {
		f.fields["day"] = *day
	}
	return nil
}

// isNumberOfPage makes a link whose number is no year that of a post or a page, if the source has one: WordPress
// gives an entry without a title its id as slug.
func (f *fetch) isNumberOfPage(ctx context.Context) bool {
	words := f.target.Link.Segments()
	if len(words) != 1 || !f.resolver.config.AnyPermalink {
		return false
	}
	for _, endpoint := range []string{posts, "pages"} {
		found, err := f.resolver.source.BySlug(ctx, f.lang, f.postEndpoint(endpoint), words[0])
		if err == nil && f.atLink(found) != nil {
			f.target.Kind, f.target.Handler, f.target.Slug = route.KindSingle, route.HandlerAny, words[0]
			f.target.Endpoints = []string{endpoint}
			f.result.Target = f.target
			return true
		}
	}
	return false
}

// datePart is a captured number, nil when the link has none. A number that is no int
// becomes the largest int, which no date has.
func (f *fetch) datePart(name string) *int {
	text := f.target.Params[name]
	if text == "" {
		return nil
	}
	n, _ := strconv.Atoi(text)
	return &n
}

// zone is the time zone of date archives, nil when it is not known.
func (f *fetch) zone(ctx context.Context) *time.Location {
	if f.resolver.config.Zone == nil {
		return nil
	}
	return f.resolver.config.Zone(ctx, f.lang)
}

// dateBounds are the beginning and the end of a period; both are exclusive. Without a zone the
// period begins and ends in UTC, and its first instant is left out.
func dateBounds(year int, month, day *int, zone *time.Location) (after, before time.Time) {
	at := func(year, month, day int) time.Time {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, cmp.Or(zone, time.UTC)).UTC()
	}
	defer func() {
		if zone != nil {
			after = after.Add(-time.Second) // the first instant belongs to the period
		}
	}()
	switch {
	case month == nil:
		return at(year, 1, 1), at(year+1, 1, 1)
	case day == nil:
		return at(year, *month, 1), at(year, *month+1, 1)
	}
	return at(year, *month, *day), at(year, *month, *day+1)
}
