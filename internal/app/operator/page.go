package operator

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Filter chooses the properties of the list of portals.
type Filter struct {
	Property string // part of a reference, or a number; "" for all
	Show     string // "out": left out of a portal; "out NAME": left out of that one; "all"
	Limit    int
}

// minListed is the number of properties that the list has at first.
const minListed = 100

// content is what the page shows.
type content struct {
	Status          Status // nil before the log-in
	Headline, Class string
	Login           bool
	Filter          Filter
	Properties      any // nil without portals, or when only the state is wanted
}

// show sends the page. With the query list=no it leaves out the list of properties, which is long.
func (p *Page) show(w http.ResponseWriter, r *http.Request) {
	c := content{Headline: noToken}
	query := r.URL.Query()
	switch {
	case p.cfg.Token == "":
	case !p.isAuthenticated(r):
		c.Headline, c.Login = "Enter the token to see more", true
	default:
		c.Status = p.cfg.Status(r.Context())
		c.Headline, c.Class = c.Status.Headline()
		limit, _ := strconv.Atoi(query.Get("limit"))
		c.Filter = Filter{Property: query.Get("property"), Show: cmp.Or(query.Get("show"), "out"), Limit: max(minListed, limit)}
		if p.cfg.Properties != nil && query.Get("list") != "no" {
			c.Properties = p.cfg.Properties(r.Context(), c.Filter)
		}
	}
	var page bytes.Buffer
	if err := p.template.Execute(&page, c); err != nil {
		p.cfg.Log.ErrorContext(r.Context(), "admin: the page cannot be rendered", "err", err)
		reply(w, http.StatusInternalServerError, "The page cannot be rendered: "+err.Error())
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page.Bytes()) // the client closed the connection
}

func parseTemplate(now func() time.Time) (*template.Template, error) {
	type action struct {
		Text, Name, What string
		First            bool
	}
	type fact struct {
		Name  string
		Value any
		Bad   bool
	}
	type home struct {
		Site string
		Home any
	}
	return template.New("page.html").Funcs(template.FuncMap{
		"action":      func(text, name, what string) action { return action{Text: text, Name: name, What: what} },
		"firstAction": func(text, name, what string) action { return action{text, name, what, true} },
		"fact":        func(name string, value any) fact { return fact{Name: name, Value: value} },
		"badFact":     func(name string, value any) fact { return fact{name, value, true} },
		"home":        func(site string, one any) home { return home{site, one} },
		"pair":        func(first, second int) string { return fmt.Sprint(first, PairSeparator, second) },
		"add":         func(a, b int) int { return a + b },
		"ago":         func(at time.Time) string { return ago(now(), at) },
		"host":        func(site string) string { return site[strings.LastIndex(site, "/")+1:] },
		"count":       formatCount,
		"plural":      Plural,
	}).ParseFS(static, "static/page.html")
}

// PairSeparator stands between the two properties of an action.
const PairSeparator = "\t"

// Plural is a number with the word for one or for several.
func Plural(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return formatCount(n) + " " + several
}

// formatCount writes a number with a comma before each three digits.
func formatCount(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func ago(now, at time.Time) string {
	passed := max(0, now.Sub(at))
	switch {
	case at.IsZero():
		return "never"
	case passed < 90*time.Second:
		return fmt.Sprintf("%.0f s ago", passed.Seconds())
	case passed < 90*time.Minute:
		return fmt.Sprintf("%.0f min ago", passed.Minutes())
	case passed < 36*time.Hour:
		return fmt.Sprintf("%.0f h ago", passed.Hours())
	}
	return at.UTC().Format("2 January 2006, 15:04 UTC")
}
