package server

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/locales"
)

// dictionaryCache is short; the ETag makes a revalidation cheap.
const dictionaryCache = "public, max-age=3600"

// serveDictionary sends the dictionary of a namespace (specification §7.15). A placeholder
// language has every namespace, most of them empty.
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

// maxMissingBytes bounds the request of a translation loader.
const maxMissingBytes = 64 << 10

// logMissingTranslations logs the keys that a translation loader did not find, in
// development. Nothing is stored.
func (s *Server) logMissingTranslations(w http.ResponseWriter, r *http.Request) {
	if s.vite == nil {
		w.Header().Set("Allow", "")
		plainError(w, http.StatusMethodNotAllowed, "Missing translations are logged in development only.")
		return
	}
	lang, namespace := i18n.Lang(r.PathValue("lng")), r.PathValue("ns")
	if !slices.Contains(i18n.Declared, lang) {
		plainError(w, http.StatusNotFound, "There is no such language.")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMissingBytes))
	var missing map[string]any
	if err != nil || len(body) > 0 && json.Unmarshal(body, &missing) != nil {
		plainError(w, http.StatusBadRequest, "Send the missing translations as one JSON object.")
		return
	}
	for key := range missing {
		s.log.InfoContext(r.Context(), "translation is missing", "lang", lang, "namespace", truncate(namespace), "key", truncate(key))
	}
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, nil)
}
