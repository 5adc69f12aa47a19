package server

import (
	"net/http"
	"reflect"
	"strconv"
	"time"

	"estate/internal/content"
	"estate/internal/platform/cdn"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// CDN is the content delivery network in front of the site. Zero values mean what the comments
// name.
type CDN struct {
	Enabled bool
	Fresh   time.Duration // how long it may serve a response without the site; 1 h
	Stale   time.Duration // how long after that it may serve it while it fetches a new one; 1 h
	// KeyHeader is the header with the surrogate keys of a response; Surrogate-Key.
	KeyHeader string
	// CacheHeader is the header with the lifetimes: Cache-Control, or one that only CDNs read,
	// such as CDN-Cache-Control; Cache-Control. Browsers always revalidate.
	CacheHeader string
}

// surrogate is what a CDN may do with a response. Its zero value allows nothing beyond what the
// response says to browsers.
type surrogate struct {
	keys []string // values of the key header; nil without a CDN
}

// surrogateOf returns the surrogate keys of a public View: those of what it shows. A response
// with an error has none and is not cached.
func (s *Server) surrogateOf(result *linkResult) surrogate {
	if !s.cfg.CDN.Enabled || result.private {
		return surrogate{}
	}
	keys := &keySet{known: map[string]bool{}}
	keys.add(cdn.KeySite)
	if result.page == nil {
		keys.add(cdn.KeyRedirects)
	} else {
		if result.page.View.Status != http.StatusOK || result.page.View.Preview {
			return surrogate{}
		}
		keys.addView(result.page.View, result.shows)
	}
	return surrogate{[]string{cdn.JoinKeys(s.cfg.CDN.KeyHeader, keys.list)}}
}

// surrogateOfMap returns the surrogate keys of the map of a search.
func (s *Server) surrogateOfMap() surrogate {
	if !s.cfg.CDN.Enabled {
		return surrogate{}
	}
	return surrogate{[]string{cdn.JoinKeys(s.cfg.CDN.KeyHeader,
		[]string{cdn.KeySite, cdn.ListKey(content.TypeProperty), cdn.ListKey(content.TypeDevelopment)})}}
}

// setCacheable sets the headers of a response that browsers revalidate and a CDN may keep. It
// sets none without a CDN, or for a response that a CDN must not keep.
func (s *Server) setCacheable(h http.Header, sur surrogate) {
	if sur.keys == nil {
		return
	}
	c := &s.cfg.CDN
	lifetimes := "s-maxage=" + seconds(c.Fresh) + ", stale-while-revalidate=" + seconds(c.Stale)
	if c.CacheHeader == "Cache-Control" {
		// Not no-cache, which binds CDNs too. must-revalidate keeps browsers from stale responses.
		h.Set("Cache-Control", "public, max-age=0, must-revalidate, "+lifetimes)
	} else {
		h["Cache-Control"] = cacheRevalidate
		h.Set(c.CacheHeader, "public, "+lifetimes)
	}
	h[c.KeyHeader] = sur.keys
}

func seconds(d time.Duration) string { return strconv.Itoa(int(d / time.Second)) }

// shownEntities are the entities that a result is about, besides those of its cards.
func shownEntities(result *resolve.Result) []content.Ref {
	var refs []content.Ref
	if property, ok := result.Entity.(*content.Property); ok && property.UnitsOf != 0 {
		refs = append(refs, content.Ref{Type: content.TypeDevelopment, ID: property.UnitsOf})
	}
	if result.Entity != nil {
		refs = append(refs, result.Entity.Ref())
	}
	if result.Page != nil {
		refs = append(refs, result.Page.Ref())
	}
	return refs
}

// keySet is a list of keys without repetitions.
type keySet struct {
	list  []string
	known map[string]bool
}

func (k *keySet) add(key string) {
	if !k.known[key] {
		k.known[key] = true
		k.list = append(k.list, key)
	}
}

// addView adds the keys of a View. The page of a property is not a list, though it shows similar
// ones: it would be purged with every change of any property.
func (k *keySet) addView(v *view.View, shows []content.Ref) {
	for _, ref := range shows {
		k.add(cdn.EntityKey(ref.Type, ref.ID))
	}
	isDetail := false
	switch v.Screen {
	case view.ScreenProperties:
		k.add(cdn.ListKey(content.TypeProperty))
	case view.ScreenDevelopments:
		k.add(cdn.ListKey(content.TypeDevelopment))
	case view.ScreenArchive:
		k.add(cdn.ListKey(content.TypePost))
	case view.ScreenProperty, view.ScreenDevelopment:
		isDetail = true
	}
	for _, section := range v.Content {
		k.addCards(reflect.ValueOf(section), isDetail)
	}
}

// addCards adds the keys of all cards in a value.
func (k *keySet) addCards(value reflect.Value, isDetail bool) {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			k.addCards(value.Elem(), isDetail)
		}
	case reflect.Slice:
		for i := range value.Len() {
			k.addCards(value.Index(i), isDetail)
		}
	case reflect.Struct:
		switch value.Type() {
		case cardType:
			t := content.Type(value.FieldByName("Kind").String())
			k.add(cdn.EntityKey(t, int(value.FieldByName("ID").Int())))
			if !isDetail {
				k.add(cdn.ListKey(t))
			}
			return
		case postCardType:
			k.add(cdn.ListKey(content.TypePost))
			return
		}
		for i := range value.NumField() {
			if value.Type().Field(i).IsExported() {
				k.addCards(value.Field(i), isDetail)
			}
		}
	}
}

var (
	cardType     = reflect.TypeFor[view.Card]()
	postCardType = reflect.TypeFor[view.PostCard]()
)
