package restapi

import "strings"

// item is one entity in the shape of the API, with its relations.
type item struct {
	data  object
	links []relation
}

// relation is one entry of _links.
type relation struct {
	name    string
	targets []target
}

// target is one link of a relation.
type target struct {
	href  string
	extra object     // fields before the address
	embed func() any // nil where it cannot be embedded
}

// to is a relation with a single plain target.
func to(name, href string) relation { return relation{name, []target{{href: href}}} }

// embedding is a relation whose single target can be embedded.
func embedding(name, href string, embed func() any) relation {
	return relation{name, []target{{href: href, embed: embed}}}
}

// fieldSet is the tree of fields in _fields; nil means all.
type fieldSet map[string]fieldSet

func parseFields(q query) fieldSet {
	names := q.values["_fields"].items()
	if len(names) == 0 {
		return nil
	}
	root := fieldSet{}
	for _, name := range names {
		root.add(strings.Split(name, "."))
	}
	return root
}

func (s fieldSet) add(path []string) {
	for i, name := range path {
		below, known := s[name]
		switch {
		case known && below == nil: // the whole field is in the set
			return
		case i == len(path)-1:
			s[name] = nil
			return
		case !known:
			s[name] = fieldSet{}
		}
		s = s[name]
	}
}

// wants reports whether a top-level field, or a part of it, is in the set.
func (s fieldSet) wants(name string) bool {
	if s == nil {
		return true
	}
	_, wanted := s[name]
	return wanted
}

func (s fieldSet) filter(o object) object {
	if s == nil {
		return o
	}
	kept := object{}
	for _, f := range o {
		below, wanted := s[f.key]
		if !wanted {
			continue
		}
		if below == nil {
			kept = append(kept, f)
		} else if inner, ok := f.value.(object); ok {
			if inner = below.filter(inner); len(inner) > 0 {
				kept.put(f.key, inner)
			}
		}
	}
	return kept
}

// embedSet names the relations to embed.
type embedSet struct {
	all  bool
	only []string
}

// parseEmbeds reads _embed as WordPress does: an empty value and 0 embed everything,
// "false" is the name of a relation that does not exist.
func parseEmbeds(q query) embedSet {
	if !q.has("_embed") {
		return embedSet{}
	}
	given := q.values["_embed"]
	names := given.items()
	if !given.isList && (given.text == "true" || given.text == "1" || given.text == "0") || len(names) == 0 {
		return embedSet{all: true}
	}
	return embedSet{only: names}
}

func (e embedSet) wants(name string) bool {
	if e.all {
		return true
	}
	for _, one := range e.only {
		if one == name {
			return true
		}
	}
	return false
}

// whole returns an item with the requested fields, its links and embedded entities.
func (c *call) whole(one item) object {
	body := c.fields.filter(one.data)
	wantsLinks := c.fields.wants("_links")
	if wantsLinks {
		body = append(body[:len(body):len(body)], field{"_links", linksOf(one.links)})
	}
	if !wantsLinks && !c.fields.wants("_embedded") {
		return body
	}
	if embedded := c.embedded(one.links); len(embedded) > 0 {
		body.put("_embedded", embedded)
	}
	return body
}

// embedded returns the entities of the relations that the request embeds.
func (c *call) embedded(links []relation) object {
	var embedded object
	for _, relation := range links {
		if !c.embeds.wants(relation.name) {
			continue
		}
		var values []any
		for _, target := range relation.targets {
			if target.embed != nil {
				values = append(values, target.embed())
			}
		}
		if len(values) > 0 {
			embedded.put(relation.name, values)
		}
	}
	return embedded
}

// embeddedItem is an item in the _embedded of another.
func embeddedItem(one item) object {
	return append(one.data[:len(one.data):len(one.data)], field{"_links", linksOf(one.links)})
}

// linksOf returns the relations as _links, with the CURIE of their prefix.
func linksOf(links []relation) object {
	var all object
	short := false
	for _, relation := range links {
		targets := make([]object, len(relation.targets))
		for i, target := range relation.targets {
			written := target.extra[:len(target.extra):len(target.extra)]
			if target.embed != nil {
				written.put("embeddable", true)
			}
			written.put("href", target.href)
			targets[i] = written
		}
		all.put(relation.name, targets)
		short = short || strings.HasPrefix(relation.name, "wp:")
	}
	if short {
		all.put("curies", []object{{{"name", "wp"}, {"href", "https://api.w.org/{rel}"}, {"templated", true}}})
	}
	return all
}
