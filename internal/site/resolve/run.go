package resolve

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/site/route"
)

// run runs the steps of routing §2.2: eager redirect, handler, late redirect.
func (f *fetch) run(ctx context.Context) (*Result, error) {
	mode := f.resolver.redirects
	if mode.before(f.key) {
		if redirect, ok := f.lookUpRedirect(ctx); ok {
			return f.redirect(redirect), nil
		}
	}
	f.target = f.resolver.table.Resolve(f.link)
	f.result.Target = f.target
	f.lang, f.link.Lang, f.link.Path = f.target.Link.Lang, f.target.Link.Lang, f.target.Link.Path
	f.result.Link = f.link
	var err error
	if f.resolver.config.Languages.Has(ctx, f.lang) {
		err = f.handle(ctx)
	} else {
		err = content.NoHandler(f.key)
	}
	failure, known := errors.AsType[*content.Error](err)
	switch {
	case err == nil:
		return f.succeed(), nil
	case !known:
		return nil, err
	case failure.Status != http.StatusNotFound:
		return f.fail(f, failure), nil
	}
	if mode.after {
		if redirect, ok := f.lookUpRedirect(ctx); ok {
			return f.redirect(redirect), nil
		}
	}
	return f.fail(f, f.withdrawnOr(ctx, failure)), nil
}

// withdrawnOr turns a 404 into a 410 when the source knows deleted content at the link.
func (f *fetch) withdrawnOr(ctx context.Context, failure *content.Error) *content.Error {
	ref, err := f.resolver.source.Withdrawn(ctx, f.link.Route)
	if err != nil {
		return failure
	}
	f.result.Withdrawn = &ref
	return content.Gone(ref.Type, f.target.Slug)
}

func (f *fetch) succeed() *Result {
	if f.result.Redirect != nil {
		return f.redirect(*f.result.Redirect)
	}
	if f.isHome() {
		f.fields["isHome"] = true
	}
	f.result.Status = http.StatusOK
	f.result.Record = f.settle(func(old Record) Record {
		for name, value := range f.fields {
			old[name] = value
		}
		return old
	})
	return f.result
}

// isHome is routing §2.4: a path pattern at the root that is no search.
func (f *fetch) isHome() bool {
	return f.target.Kind != route.KindByID && f.fields["isSearch"] == nil &&
		f.link.Path == rootPath(f.resolver.config.Subdirectory)
}

func (s *Session) fail(f *fetch, failure *content.Error) *Result {
	status := strconv.Itoa(failure.Status)
	f.result.Failure = failure
	f.result.Status = PageStatus(failure.Status)
	f.result.Record = f.settle(func(Record) Record {
		record := Record{
			"isError": true, "is" + status: true,
			"errorStatus": failure.Status, "errorStatusText": failure.Detail,
		}
		return record.with(linkFields(f.link))
	})
	return f.result
}

// settle ends a fetch: change makes the final record of the current one.
func (f *fetch) settle(change func(Record) Record) Record {
	f.mu.Lock()
	defer f.mu.Unlock()
	e := f.entries[encoded(f.key)]
	if e == nil { // Refuse does not begin a fetch
		e = &entry{key: f.key, record: Record{}}
		f.entries[encoded(f.key)] = e
	}
	e.record = change(e.record)
	e.record["isFetching"], e.record["isReady"] = false, true
	return e.record.with(nil)
}
