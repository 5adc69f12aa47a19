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

	"estate/internal/cms/replica"
	"estate/internal/platform/signature"
)

// CMS handles the requests of a remote CMS's plugin.
type CMS struct {
	// Secret is shared with the plugin. Without one the addresses answer 404.
	Secret string
	// Notify accepts notices and returns their number; it must not block.
	Notify func([]replica.Notice) int
	// Status returns the content of the plugin's status page, for JSON.
	Status func() any
}

const (
	maxNoticesBytes = 64 << 10
	maxNotices      = 500
	maxTypeLength   = 64
	// maxClockSkew is the largest difference between the clocks of the site and the CMS.
	maxClockSkew = 5 * time.Minute

	purposeNotices = "estate webhook"
	purposeStatus  = "estate status"
)

// Rate limit of the plugin, far above what it sends.
const (
	pluginPerSecond = 11
	pluginBurst     = 240
)

// limitedPlugin answers 429 to a client that has used up the rate limit of the plugin.
func (s *Server) limitedPlugin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.plugin.Allow(s.limits.Client(r), s.cfg.Now()) {
			s.limits.Refuse(w, r, "too many requests of the plugin")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// acceptNotices answers 202 to signed notices of the plugin.
func (s *Server) acceptNotices(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxNoticesBytes))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		plainError(w, http.StatusRequestEntityTooLarge,
			fmt.Sprintf("The request is too large: the limits are %d KB and %d changes.", maxNoticesBytes>>10, maxNotices))
		return
	}
	if err != nil {
		plainError(w, http.StatusBadRequest, "The request is incomplete.")
		return
	}
	if !s.isSigned(r, purposeNotices, body) {
		s.limits.Report(r, "invalid signature of the plugin")
		plainError(w, http.StatusUnauthorized, "The signature is not valid: compare the secret and the clock of both sides.")
		return
	}
	notices, problem := readNotices(r, body)
	if problem != "" {
		plainError(w, http.StatusBadRequest, problem)
		return
	}
	writeCMS(w, http.StatusAccepted, map[string]int{"accepted": s.parts.CMS.Notify(notices)})
}

func readNotices(r *http.Request, body []byte) (notices []replica.Notice, problem string) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, "Send application/json."
	}
	var message struct {
		Changes []replica.Notice `json:"changes"`
	}
	if err := json.Unmarshal(body, &message); err != nil {
		return nil, `Send {"changes":[{"type":"properties","id":12}]}.`
	}
	if len(message.Changes) > maxNotices {
		return nil, fmt.Sprintf("At most %d changes are allowed in a request.", maxNotices)
	}
	for _, notice := range message.Changes {
		if notice.Type == "" || len(notice.Type) > maxTypeLength || notice.ID < 0 {
			return nil, "A change needs a type and an id that is not negative."
		}
	}
	return message.Changes, ""
}

// serveCMSStatus sends the content of the plugin's status page.
func (s *Server) serveCMSStatus(w http.ResponseWriter, r *http.Request) {
	if !s.isSigned(r, purposeStatus, nil) {
		s.limits.Report(r, "invalid signature of the plugin")
		plainError(w, http.StatusUnauthorized, "The signature is not valid: compare the secret and the clock of both sides.")
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

func writeCMS(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		plainError(w, http.StatusInternalServerError, "The response cannot be written.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h["Cache-Control"] = cacheNoStore
	h.Set("X-Robots-Tag", "noindex")
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the plugin closed the connection
}
