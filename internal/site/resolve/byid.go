package resolve

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"estate/internal/content"
)

// byID loads content by the id in the query or the path (routing §7.5, §7.6).
func (f *fetch) byID(ctx context.Context) error {
	endpoint := posts
	if len(f.target.Endpoints) > 0 {
		endpoint = f.target.Endpoints[0]
	}
	if text := f.target.Params["id"]; text != "" {
		return f.numericPermalink(ctx, endpoint, leadingNumber(text))
	}
	key := "p"
	switch endpoint {
	case "pages":
		key = "page_id"
	case content.TypeAttachment.Endpoint():
		return f.attachmentByID(ctx)
	}
	id := leadingNumber(f.link.Query[key])
	entity, err := f.stored(ctx, endpoint, id, f.credential())
	if err != nil {
		return err
	}
	f.result.Preview = f.credential() != ""
	f.setEntity(entity)
	return nil
}

// attachmentByID redirects /?attachment_id={id} to the page of the picture.
func (f *fetch) attachmentByID(ctx context.Context) error {
	entity, err := f.stored(ctx, content.TypeAttachment.Endpoint(), leadingNumber(f.link.Query["attachment_id"]), "")
	if err != nil {
		return err
	}
	target := entity.LinkIn(f.lang)
	if target == "" {
		return content.RouteMismatch(f.link.Route)
	}
	if sameLink(target, f.link.Route) { // a redirect keeps the query
		return f.show(ctx, entity)
	}
	return f.redirectTo(parse(target).String())
}

// numericPermalink answers /archives/{id}/: public content whose link is this route.
func (f *fetch) numericPermalink(ctx context.Context, endpoint string, id int) error {
	entity, err := f.stored(ctx, endpoint, id, "")
	if err != nil {
		return err
	}
	if !sameLink(entity.LinkIn(f.lang), f.link.Route) {
		return content.RouteMismatch(f.link.Route)
	}
	return f.show(ctx, entity)
}

// stored returns an entity of the session, else of the source.
func (f *fetch) stored(ctx context.Context, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	if id <= 0 {
		return nil, content.FromStatus(http.StatusNotFound, http.StatusText(http.StatusNotFound))
	}
	if known := f.Entity(content.Ref{Type: handlerType(f.target.Handler), ID: id}); known != nil && !f.force {
		return known, nil
	}
	entity, err := f.resolver.source.ByID(ctx, f.lang, endpoint, id, auth)
	if err != nil {
		return nil, err
	}
	f.Keep(f.lang, f.force, entity)
	return f.Entity(entity.Ref()), nil
}

// leadingNumber is the number at the beginning of text, 0 without one or when it is no
// int.
func leadingNumber(text string) int {
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
