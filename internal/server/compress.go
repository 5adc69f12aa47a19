package server

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// Bodies shorter than this gain nothing from compression.
const worthCompressing = 512

var gzipWriters = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

// writeCompressed sends a body that is made for one request.
func (s *Server) writeCompressed(w http.ResponseWriter, r *http.Request, status int, body []byte) error {
	h := w.Header()
	h["Vary"] = varyEncoding
	if len(body) < worthCompressing || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || r.Method == http.MethodHead {
		writeBody(w, r, status, body)
		return nil
	}
	h.Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	z := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(z)
	z.Reset(w)
	_, err := z.Write(body)
	if closeErr := z.Close(); err == nil {
		err = closeErr
	}
	if err != nil && r.Context().Err() == nil {
		s.log.DebugContext(r.Context(), "answer was cut off", "err", err)
	}
	return nil
}
