package restapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"estate/internal/content"
)

// problem is an error response in the form of WordPress. It is the error type of every
// handler; any other error is an outage and answered with 500.
type problem struct {
	status  int
	code    string
	message string
	// faults are the invalid parameters of a bad request, in the order of the route.
	faults []fault
	list   *totals // of a list whose page number is too high
	allow  bool    // send Allow: GET
}

// fault is one invalid parameter.
type fault struct {
	name    string
	code    string
	message string
	data    any
}

func (p *problem) Error() string { return p.code + ": " + p.message }

// body is the JSON body.
func (p *problem) body() object {
	data := object{{"status", p.status}}
	if len(p.faults) > 0 {
		var params, details object
		for _, f := range p.faults {
			params.put(f.name, f.message)
			details.put(f.name, object{{"code", f.code}, {"message", f.message}, {"data", f.data}})
		}
		data.put("params", params)
		data.put("details", details)
	}
	return object{{"code", p.code}, {"message", p.message}, {"data", data}}
}

func noRoute() *problem {
	return &problem{status: http.StatusNotFound, code: "rest_no_route", message: "No route was found matching the URL and request method."}
}

func tooLong() *problem {
	return &problem{
		status: http.StatusRequestURITooLong, code: "rest_uri_too_long",
		message: fmt.Sprintf("The address is longer than %d bytes.", maxQueryBytes),
	}
}

func invalidParams(faults []fault) *problem {
	names := make([]string, len(faults))
	for i, f := range faults {
		names[i] = f.name
	}
	return &problem{
		status: http.StatusBadRequest, code: "rest_invalid_param",
		message: "Invalid parameter(s): " + strings.Join(names, ", "), faults: faults,
	}
}

func pageTooHigh(list totals) *problem {
	return &problem{
		status: http.StatusBadRequest, code: "rest_post_invalid_page_number", list: &list,
		message: "The page number requested is larger than the number of pages available.",
	}
}

func includeMissing() *problem {
	return &problem{
		status: http.StatusBadRequest, code: "rest_orderby_include_missing_include",
		message: "You need to define an include parameter to order by include.",
	}
}

func searchMissing() *problem {
	return &problem{
		status: http.StatusBadRequest, code: "rest_no_search_term_defined",
		message: "You need to define a search term to order by relevance.",
	}
}

func forbidden() *problem {
	return &problem{status: http.StatusUnauthorized, code: "rest_forbidden", message: "Sorry, you are not allowed to do that."}
}

func forbiddenContext(what string) *problem {
	return &problem{status: http.StatusUnauthorized, code: "rest_forbidden_context", message: "Sorry, you are not allowed to " + what + "."}
}

func revisionsForbidden() *problem {
	return &problem{
		status: http.StatusUnauthorized, code: "rest_cannot_read",
		message: "Sorry, you are not allowed to view revisions of this post.",
	}
}

func invalidParent() *problem {
	return &problem{status: http.StatusNotFound, code: "rest_post_invalid_parent", message: "Invalid post parent ID."}
}

func invalidPost() *problem {
	return &problem{status: http.StatusNotFound, code: "rest_post_invalid_id", message: "Invalid post ID."}
}

func invalidTerm() *problem {
	return &problem{status: http.StatusNotFound, code: "rest_term_invalid", message: "Term does not exist."}
}

func invalidUser() *problem {
	return &problem{status: http.StatusNotFound, code: "rest_user_invalid_id", message: "Invalid user ID."}
}

// unknownName reports an unknown type or taxonomy. Its route is open to all.
func unknownName(kind, words string) *problem {
	return &problem{status: http.StatusNotFound, code: "rest_" + kind + "_invalid", message: "Invalid " + words + ".", allow: true}
}

func cannotView(what string) *problem {
	return &problem{status: http.StatusUnauthorized, code: "rest_cannot_view", message: "Sorry, you are not allowed to " + what + "."}
}

func timedOut() *problem {
	return &problem{status: http.StatusServiceUnavailable, code: "rest_timeout", message: "This question takes too long to answer. Narrow it."}
}

func internal() *problem {
	return &problem{
		status: http.StatusInternalServerError, code: "internal_server_error",
		message: "<p>There has been a critical error on this website.</p>",
	}
}

// statusOf is the HTTP status of an error of the source, 0 for an outage.
func statusOf(err error) int {
	if known, ok := errors.AsType[*content.Error](err); ok {
		return known.Status
	}
	return 0
}
