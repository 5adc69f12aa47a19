package server

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"estate/internal/i18n"
	"estate/locales"
)

// dictionaryCache is short: an old word is no harm, and its ETag makes asking cheap.
const dictionaryCache = "public, max-age=3600"

// serveDictionary answers with the words of a namespace (specification §7.15). The
// placeholder languages have every namespace, most of them empty.
func (s *Server) serveDictionary(w http.ResponseWriter, r *http.Request) error {
	lang, file := i18n.Lang(r.PathValue("lng")), r.PathValue("file")
	body, err := dictionary(lang, file)
	if errors.Is(err, fs.ErrNotExist) {
		plainError(w, http.StatusNotFound, "There is no such dictionary.")
		return nil
	}
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", dictionaryCache)
	return s.writeWithETag(w, r, body)
}

func dictionary(lang i18n.Lang, file string) ([]byte, error) {
	if !slices.Contains(i18n.Declared, lang) || !strings.HasSuffix(file, ".json") || !fs.ValidPath(file) {
		return nil, fs.ErrNotExist
	}
	body, err := fs.ReadFile(locales.Files, string(lang)+"/"+file)
	if errors.Is(err, fs.ErrNotExist) {
		if _, known := fs.Stat(locales.Files, string(i18n.Fallback)+"/"+file); known == nil {
			return []byte("{}\n"), nil
		}
	}
	return body, err
}

// mostMissingWords bounds what a translation loader may send.
const mostMissingWords = 64 << 10

// addMissingWords takes the words that a translation loader did not find. It is
// a help for developers; the site itself keeps nothing of it.
func (s *Server) addMissingWords(w http.ResponseWriter, r *http.Request) {
	if s.vite == nil {
		w.Header().Set("Allow", "")
		plainError(w, http.StatusMethodNotAllowed, "Words are added in development only.")
		return
	}
	lang, namespace := i18n.Lang(r.PathValue("lng")), r.PathValue("ns")
	if !slices.Contains(i18n.Declared, lang) {
		plainError(w, http.StatusNotFound, "There is no such language.")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostMissingWords))
	var words map[string]any
	if err != nil || len(body) > 0 && json.Unmarshal(body, &words) != nil {
		plainError(w, http.StatusBadRequest, "Send the missing words as one JSON object.")
		return
	}
	for key := range words {
		s.log.InfoContext(r.Context(), "word is missing", "lang", lang, "namespace", clip(namespace), "key", clip(key))
	}
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, nil)
}
