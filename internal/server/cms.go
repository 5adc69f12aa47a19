package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"estate/internal/signature"
)

// CMS is what the plugin of a remote CMS may tell and ask.
type CMS struct {
	// Secret is shared with the plugin. Without one the addresses do not exist.
	Secret string
	// Changed takes what changed and tells how much was accepted; it must not wait.
	Changed func([]CMSChange) int
	// Status is what the plugin's own status page shows, as JSON.
	Status func() any
}

// CMSChange names something that may be different now: the REST base of its type
// and its number, 0 where it has none.
type CMSChange struct {
	Type string `json:"type"`
	ID   int    `json:"id"`
}

const (
	largestChange = 64 << 10
	mostChanges   = 500
	longestType   = 64
	// maxClockSkew is the largest difference between the clocks of the site and the CMS.
	maxClockSkew = 5 * time.Minute

	purposeChanged = "estate webhook"
	purposeStatus  = "estate status"
)

// pluginRateLimit is per client and far above what the plugin sends.
var pluginRateLimit = RateLimit{Burst: 240, PerHour: 40_000}

// takeChanges accepts a notice of the plugin: what changed in the CMS.
func (s *Server) takeChanges(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestChange))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		plainError(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("That is too much at once: %d KB and %d changes are the limit.", largestChange>>10, mostChanges))
		return
	}
	if err != nil {
		plainError(w, http.StatusBadRequest, "The call broke off.")
		return
	}
	if !s.isSigned(r, purposeChanged, body) {
		plainError(w, http.StatusUnauthorized, "The signature does not fit: compare the secret and the clock of both sides.")
		return
	}
	changes, problem := readChanges(r, body)
	if problem != "" {
		plainError(w, http.StatusBadRequest, problem)
		return
	}
	writeCMS(w, http.StatusAccepted, map[string]int{"accepted": s.parts.CMS.Changed(changes)})
}

func readChanges(r *http.Request, body []byte) (changes []CMSChange, problem string) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, "Send application/json."
	}
	var told struct {
		Changes []CMSChange `json:"changes"`
	}
	if err := json.Unmarshal(body, &told); err != nil {
		return nil, `Send {"changes":[{"type":"properties","id":12}]}.`
	}
	if len(told.Changes) > mostChanges {
		return nil, fmt.Sprintf("%d changes are the most at once.", mostChanges)
	}
	for _, change := range told.Changes {
		if change.Type == "" || len(change.Type) > longestType || change.ID < 0 {
			return nil, "A change needs a type and a number that is not below zero."
		}
	}
	return told.Changes, ""
}

// serveCMSStatus answers what the status page of the plugin shows.
func (s *Server) serveCMSStatus(w http.ResponseWriter, r *http.Request) {
	if !s.isSigned(r, purposeStatus, nil) {
		plainError(w, http.StatusUnauthorized, "The signature does not fit: compare the secret and the clock of both sides.")
		return
	}
	writeCMS(w, http.StatusOK, s.parts.CMS.Status())
}

// isSigned reports whether the request has a current signature of its purpose and body.
func (s *Server) isSigned(r *http.Request, purpose string, body []byte) bool {
	header := r.Header.Get(signature.Header)
	if given, old := strings.CutPrefix(header, "sha256="); old {
		return s.isSignedOld(r.Header.Get("X-Estate-Timestamp"), given, purpose, body)
	}
	return signature.Verify(header, s.parts.CMS.Secret, s.cfg.Now(), maxClockSkew, []byte(purpose+"\n"), body)
}

// isSignedOld verifies the signature of plugins before version 1.1.0: the time in a header
// of its own, another order of the signed parts. Remove it, its test and the sentence in
// docs/wordpress.md after 2027-06-30, when installed plugins have been updated.
func (s *Server) isSignedOld(stamp, given, purpose string, body []byte) bool {
	got, err := hex.DecodeString(given)
	if err != nil || !signature.IsCurrent(stamp, s.cfg.Now(), maxClockSkew) {
		return false
	}
	mac := hmac.New(sha256.New, []byte(s.parts.CMS.Secret))
	mac.Write([]byte(purpose + "\n" + stamp + "\n"))
	mac.Write(body)
	return hmac.Equal(got, mac.Sum(nil))
}

func writeCMS(w http.ResponseWriter, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		plainError(w, http.StatusInternalServerError, "The answer cannot be written.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h["Cache-Control"] = cacheNothing
	h.Set("X-Robots-Tag", "noindex")
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error here means that the plugin left
}
