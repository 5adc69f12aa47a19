package resolve

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
)

// redirectMode is when the redirect of a link is looked up (routing §9.2).
type redirectMode struct {
	always   bool
	after    bool // after a 404
	patterns []*regexp.Regexp
}

const patternPrefix = "RegExp:"

func parseRedirections(settings []string) (redirectMode, error) {
	if len(settings) == 0 {
		return redirectMode{after: true}, nil
	}
	var mode redirectMode
	for _, setting := range settings {
		pattern, isPattern := strings.CutPrefix(setting, patternPrefix)
		switch {
		case isPattern:
			compiled, err := regexp.Compile(pattern)
			if err != nil {
				return mode, fmt.Errorf("redirections %q is no pattern: write RegExp: and a regular expression: %w", setting, err)
			}
			mode.patterns = append(mode.patterns, compiled)
		case setting == "all":
			mode.always = true
		case setting == strconv.Itoa(http.StatusNotFound):
			mode.after = true
		case setting != "no":
			return mode, fmt.Errorf("redirections %q is unknown: use no, 404, all or RegExp:…", setting)
		}
	}
	return mode, nil
}

// before reports whether the look-up of a link comes before the handler.
func (m redirectMode) before(link string) bool {
	return m.always || slices.ContainsFunc(m.patterns, func(p *regexp.Regexp) bool { return p.MatchString(link) })
}

// lookUpRedirect looks up the redirect of the link. A link that does not begin with
// exactly one slash is not looked up: joined to a host name it would change the host.
// A failure counts as no redirect.
func (f *fetch) lookUpRedirect(ctx context.Context) (content.Redirect, bool) {
	if !strings.HasPrefix(f.key, "/") || strings.HasPrefix(f.key, "//") {
		return content.Redirect{}, false
	}
	redirect, err := f.resolver.source.Redirect(ctx, f.key, f.redirectDepth)
	return redirect, err == nil
}

// redirect ends the fetch with a redirect record (routing §9.4).
func (f *fetch) redirect(redirect content.Redirect) *Result {
	f.result = &Result{Link: f.link, Target: f.target, Source: f.source, Redirect: &redirect, Status: redirect.Status}
	f.result.Record = f.settle(func(Record) Record {
		record := Record{
			"isRedirection": true, "redirectionStatus": redirect.Status, "is" + strconv.Itoa(redirect.Status): true,
			"location": redirect.Location, "isExternal": redirect.External,
		}
		return record.with(linkFields(f.link))
	})
	return f.result
}

// redirectTo ends a handler with a permanent redirect inside the site.
func (f *fetch) redirectTo(location string) error {
	f.result.Redirect = &content.Redirect{Status: http.StatusMovedPermanently, Location: location}
	return nil
}
