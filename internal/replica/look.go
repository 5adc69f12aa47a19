package replica

import (
	"context"
	"slices"
	"strings"
)

// look asks what the told things are now. What is told is only where to look: a
// webhook that lies costs a question.
func (r *Replica) look(ctx context.Context, changes []Notice) error {
	parts := map[string]bool{}
	ids := map[string][]int{}
	for _, change := range changes {
		switch _, isList := r.kindAt(change.Type); {
		case !isList:
			if part := r.partOf(change.Type); part != "" {
				parts[part] = true
			}
		case change.ID > 0 && !slices.Contains(ids[change.Type], change.ID):
			ids[change.Type] = append(ids[change.Type], change.ID)
			r.mended(change.Type, change.ID) // it is asked for at once, whatever it was
		}
	}
	if len(parts) > 0 {
		if err := r.small(ctx, parts); err != nil {
			return err
		}
	}
	for _, k := range r.kinds {
		if len(ids[k.endpoint]) == 0 {
			continue
		}
		if err := r.take(ctx, k, wantsOf(ids[k.endpoint])); err != nil {
			return err
		}
	}
	r.count(ctx)
	return r.save(ctx)
}

// partOf is the small part of the content that a told type belongs to, "" for none.
func (r *Replica) partOf(told string) string {
	switch told {
	case partOptions, "menus":
		return partOptions
	case partRedirects, partInstagram:
		return told
	case "users":
		return partAuthors
	}
	name := strings.TrimPrefix(told, "tax_")
	for _, t := range r.taxonomies() {
		if name == t.name || name == t.endpoint {
			return t.name
		}
	}
	return ""
}
