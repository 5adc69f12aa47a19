package store

import (
	"cmp"
	"database/sql"
	"path"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

// published is a published entity.
type published struct {
	ref  content.Ref
	name string // for people
}

// checkLinks refuses an entity whose link another published one has: visitors would see one of the two. What a CMS publishes
// is the CMS's to decide, and an entity that had the link before keeps it.
func (b *Batch) checkLinks(r *record.Record, entity content.Entity) error {
	if b.writer.Via == ViaReplica || r.Shape == record.ShapeMedia || r.Head.Status != content.StatusPublish {
		return nil
	}
	ref := r.Head.Ref()
	for _, link := range ownLinks(entity) {
		other, err := b.publishedAt(link, ref)
		if err != nil {
			return err
		}
		if other == nil {
			continue
		}
		had, err := b.hadLink(ref, link)
		if err != nil || had {
			return err
		}
		return record.Invalidf("%s %s has the link %s of %s %s; give one of them another slug", record.Describe(ref), nameOf(entity), link,
			record.Describe(other.ref), other.name)
	}
	return nil
}

// checkRedirect refuses a redirect from the link of a published entity: nobody would reach it any more.
func (b *Batch) checkRedirect(pair content.RedirectPair) error {
	if b.writer.Via == ViaReplica {
		return nil
	}
	living, err := b.publishedAt(pair.From, content.Ref{})
	if err != nil || living == nil {
		return err
	}
	return record.Invalidf("redirect from %s to %s: it would hide %s %s, which is published there; change its slug first, or withdraw it",
		pair.From, pair.To, record.Describe(living.ref), living.name)
}

// ownLinks are the links of an entity in the languages that it has, each once.
func ownLinks(entity content.Entity) []string {
	head := content.HeadOf(entity)
	var links []string
	for _, lang := range i18n.Filled {
		if link := entity.LinkIn(lang); link != "" && (head.Lang == "" || head.Lang == lang) {
			links = append(links, link)
		}
	}
	return links
}

// publishedAt returns another published entity with a link, nil for none.
func (b *Batch) publishedAt(link string, except content.Ref) (*published, error) {
	key := record.FoldLink(link)
	if strings.Contains(key, "?") {
		return nil, nil
	}
	if b.pendingLinks[key] != (content.Ref{}) && b.pendingLinks[key] != except {
		if err := b.flush(); err != nil {
			return nil, err
		}
	}
	found, err := b.storedAt(key, except)
	if err != nil || found == nil || !b.isPending[found.ref] {
		return found, err
	}
	if err := b.flush(); err != nil { // it may move away in this batch
		return nil, err
	}
	return b.storedAt(key, except)
}

// storedAt is publishedAt for a folded link, without what is pending.
func (b *Batch) storedAt(key string, except content.Ref) (*published, error) {
	slug := path.Base(key)
	const query = `SELECT type, id, shape, doc FROM entities WHERE slug = ? AND status = ? UNION
		SELECT e.type, e.id, e.shape, e.doc FROM entity_slugs s JOIN entities e ON e.type = s.type AND e.id = s.id
		WHERE s.slug = ? AND e.status = ?`
	var found *published
	publish := string(content.StatusPublish)
	err := b.tx.Each(b.detached, query, []any{slug, publish, slug, publish}, func(rows *sql.Rows) error {
		var ref content.Ref
		var shape, doc string
		if err := rows.Scan(&ref.Type, &ref.ID, &shape, &doc); err != nil || ref == except || shape == record.ShapeMedia || found != nil {
			return err
		}
		entity, err := record.DecodeEntity(shape, doc)
		if err != nil {
			return err
		}
		for _, own := range ownLinks(entity) {
			if record.FoldLink(own) == key {
				found = &published{ref, nameOf(entity)}
			}
		}
		return nil
	})
	return found, err
}

// hadLink reports whether a stored entity is published at a link already.
func (b *Batch) hadLink(ref content.Ref, link string) (bool, error) {
	shape, doc, err := b.document(ref)
	if err != nil || doc == "" {
		return false, err
	}
	before, err := record.DecodeEntity(shape, doc)
	if err != nil || content.HeadOf(before).Status != content.StatusPublish {
		return false, err
	}
	for _, own := range ownLinks(before) {
		if record.FoldLink(own) == record.FoldLink(link) {
			return true, nil
		}
	}
	return false, nil
}

// nameOf is the title of an entity with its reference, in quotes.
func nameOf(entity content.Entity) string {
	title, reference := "", ""
	switch e := entity.(type) {
	case *content.Property:
		title, reference = cmp.Or(e.Title.In(i18n.Fallback), e.PromoName), e.Reference
	case *content.Development:
		title, reference = e.Title.In(i18n.Fallback), e.Reference
	case *content.Page:
		title = e.Title
	case *content.Post:
		title = e.Title
	}
	if reference != "" {
		title = strings.TrimSpace(title + ", " + reference)
	}
	return "“" + title + "”"
}

// HasSlug reports whether content of the type of except, other than it, has a slug in any language and status.
func (b *Batch) HasSlug(slug string, except content.Ref) (bool, error) {
	if err := b.flush(); err != nil {
		return false, err
	}
	const query = `SELECT id FROM entities WHERE slug = ? AND type = ? AND id <> ? UNION
		SELECT id FROM entity_slugs WHERE slug = ? AND type = ? AND id <> ? LIMIT 1`
	folded, t := record.FoldSlug(slug), string(except.Type)
	var id int
	return b.tx.One(b.detached, query, []any{folded, t, except.ID, folded, t, except.ID}, &id)
}
