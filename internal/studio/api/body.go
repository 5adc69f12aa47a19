package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"estate/internal/content/i18n"
	"estate/internal/platform/backoff"
	"estate/internal/studio/account"
)

// maxBody bounds the body of a call, in bytes.
const maxBody = 1 << 20

// decode reads the JSON body of a call. Unknown fields and anything after the value are refused.
func decode(r *http.Request, into any) error {
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		if _, err = decoder.Token(); errors.Is(err, io.EOF) {
			return nil
		}
	}
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return &Problem{Type: ProblemInvalid, Status: http.StatusRequestEntityTooLarge}
	}
	return &Problem{Type: ProblemInvalid, Status: http.StatusBadRequest}
}

// answer writes a value as JSON with 200; nil answers 204.
func answer(w http.ResponseWriter, value any) error {
	if value == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the client closed the connection
	return nil
}

// Error makes a problem the error of a handler.
func (p *Problem) Error() string { return "studio: " + string(p.Type) }

// invalid is the problem of one field; text is in the language of the user.
func invalid(path, text string) *Problem {
	return &Problem{Type: ProblemInvalid, Fields: []FieldProblem{{Path: path, Text: text}}}
}

// statuses of the types of problems.
var statuses = map[ProblemType]int{
	ProblemSignedOut: http.StatusUnauthorized, ProblemWrong: http.StatusUnauthorized, ProblemCodeNeeded: http.StatusUnauthorized,
	ProblemStrong: http.StatusForbidden, ProblemForbidden: http.StatusForbidden, ProblemReadOnly: http.StatusForbidden,
	ProblemNotFound: http.StatusNotFound, ProblemLinkEnded: http.StatusGone, ProblemConflict: http.StatusConflict,
	ProblemConfirm: http.StatusUnprocessableEntity, ProblemInvalid: http.StatusUnprocessableEntity,
	ProblemTooMany: http.StatusTooManyRequests, ProblemDown: http.StatusServiceUnavailable,
	ProblemInternal: http.StatusInternalServerError,
}

// ProblemTypes are all types of problems.
var ProblemTypes = slices.Sorted(maps.Keys(statuses))

// fail answers an error: a *Problem as it is, ErrUnknown as 404, the rest as a failure that the log names.
func (a *API) fail(w http.ResponseWriter, r *http.Request, c *call, err error) {
	problem := (*Problem)(nil)
	switch {
	case errors.As(err, &problem):
	case errors.Is(err, account.ErrUnknown):
		problem = &Problem{Type: ProblemNotFound}
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
		return // the client closed the connection
	case errors.Is(err, backoff.ErrUnreachable):
		a.log.ErrorContext(r.Context(), "studio: a call failed", "path", r.URL.Path, "err", err)
		problem = &Problem{Type: ProblemDown}
	default:
		a.log.ErrorContext(r.Context(), "studio: a call failed", "path", r.URL.Path, "err", err)
		problem = &Problem{Type: ProblemInternal}
	}
	a.write(w, c, problem)
}

// write answers a problem.
func (a *API) write(w http.ResponseWriter, c *call, problem *Problem) {
	p := *problem
	if p.Status == 0 {
		p.Status = statuses[p.Type]
	}
	if p.Title == "" {
		p.Title = i18n.Words.T(c.lang, "studio.problem."+string(p.Type))
	}
	body, err := json.Marshal(p)
	if err != nil {
		a.log.Error("studio: a problem cannot be encoded", "err", err)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if p.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(body) // the client closed the connection
}
