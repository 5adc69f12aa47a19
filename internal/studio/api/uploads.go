package api

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
	"estate/internal/studio/upload"
)

const (
	tusVersion   = "1.0.0"
	tusChunk     = "application/offset+octet-stream"
	headerOffset = "Upload-Offset"
	headerLength = "Upload-Length"
)

// retryUpload is the time after which a refused upload is of use, in seconds.
const retryUpload = 5

// uploadRoutes are the calls about files.
func (a *API) uploadRoutes() []route {
	if a.cfg.Uploads == nil || a.cfg.Edit == nil {
		return nil
	}
	return []route{
		{method: "POST", path: "uploads", role: account.RoleAgent, handle: tus(a.createUpload)},
		{method: "HEAD", path: "uploads/{id}", role: account.RoleAgent, handle: tus(a.uploadProgress)},
		{method: "PATCH", path: "uploads/{id}", role: account.RoleAgent, handle: tus(a.appendUpload)},
		{method: "DELETE", path: "uploads/{id}", role: account.RoleAgent, handle: tus(a.cancelUpload)},
		{method: "POST", path: "uploads/{id}/finish", role: account.RoleAgent, handle: a.finishUpload},
		{method: "GET", path: "media", role: account.RoleAgent, handle: a.mediaFiles},
		{method: "POST", path: "entities/{type}/{id}/thumbnails", role: account.RoleAgent, handle: a.thumbnails},
	}
}

type handler = func(w http.ResponseWriter, r *http.Request, c *call) error

// tus checks the version of the protocol.
func tus(next handler) handler {
	return func(w http.ResponseWriter, r *http.Request, c *call) error {
		w.Header().Set("Tus-Resumable", tusVersion)
		if r.Header.Get("Tus-Resumable") != tusVersion {
			w.Header().Set("Tus-Version", tusVersion)
			return &Problem{Type: ProblemInvalid, Status: http.StatusPreconditionFailed}
		}
		return next(w, r, c)
	}
}

func (c *call) sender() upload.By { return upload.By{User: c.user.ID, Session: c.session.ID} }

func (a *API) createUpload(w http.ResponseWriter, r *http.Request, c *call) error {
	// A site whose content is edited in WordPress has its files there.
	if err := a.cfg.Edit.ReadOnly(content.Ref{Type: content.TypeAttachment, ID: content.FirstStudioID}); err != nil {
		return editProblem(err)
	}
	size, err := strconv.ParseInt(r.Header.Get(headerLength), 10, 64)
	name, ok := fileName(r.Header.Get("Upload-Metadata"))
	if err != nil || !ok {
		return &Problem{Type: ProblemInvalid, Status: http.StatusBadRequest}
	}
	id, err := a.cfg.Uploads.Create(c.sender(), name, size)
	if err != nil {
		return uploadProblem(c, err)
	}
	w.Header().Set("Location", apiPath+"uploads/"+id)
	w.WriteHeader(http.StatusCreated)
	return nil
}

// fileName reads the name of a file from the metadata of an upload: pairs of a key and a value in base64.
func fileName(metadata string) (string, bool) {
	for pair := range strings.SplitSeq(metadata, ",") {
		key, coded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		if key == "filename" {
			name, err := base64.StdEncoding.DecodeString(coded)
			return string(name), err == nil
		}
	}
	return "", false
}

func (a *API) uploadProgress(w http.ResponseWriter, r *http.Request, c *call) error {
	at, err := a.cfg.Uploads.Progress(c.sender(), r.PathValue("id"))
	if err != nil {
		return uploadProblem(c, err)
	}
	w.Header().Set(headerOffset, strconv.FormatInt(at.Offset, 10))
	w.Header().Set(headerLength, strconv.FormatInt(at.Size, 10))
	return nil
}

func (a *API) appendUpload(w http.ResponseWriter, r *http.Request, c *call) error {
	offset, err := strconv.ParseInt(r.Header.Get(headerOffset), 10, 64)
	switch {
	case r.Header.Get("Content-Type") != tusChunk:
		return &Problem{Type: ProblemInvalid, Status: http.StatusUnsupportedMediaType}
	case err != nil:
		return &Problem{Type: ProblemInvalid, Status: http.StatusBadRequest}
	case r.ContentLength > upload.MaxChunk:
		return &Problem{Type: ProblemInvalid, Status: http.StatusRequestEntityTooLarge}
	}
	next, err := a.cfg.Uploads.Append(c.sender(), r.PathValue("id"), offset, r.Body)
	if err != nil {
		return uploadProblem(c, err)
	}
	w.Header().Set(headerOffset, strconv.FormatInt(next, 10))
	return answer(w, nil)
}

func (a *API) cancelUpload(w http.ResponseWriter, r *http.Request, c *call) error {
	if err := a.cfg.Uploads.Cancel(c.sender(), r.PathValue("id")); err != nil {
		return uploadProblem(c, err)
	}
	return answer(w, nil)
}

func (a *API) finishUpload(w http.ResponseWriter, r *http.Request, c *call) error {
	file, err := a.cfg.Uploads.Finish(r.Context(), c.sender(), r.PathValue("id"))
	if err != nil {
		return uploadProblem(c, err)
	}
	return answer(w, a.mediaFile(c, file.Media))
}

func (a *API) mediaFiles(w http.ResponseWriter, r *http.Request, c *call) error {
	files, err := a.cfg.Edit.Files(r.Context(), searchOf(r), upload.Kind(r.FormValue("kind")).MediaType())
	if err != nil {
		return editProblem(err)
	}
	body := &MediaFiles{Files: make([]MediaFile, 0, len(files))}
	for _, file := range files {
		if upload.KindOf(file.Mime) != "" {
			body.Files = append(body.Files, a.mediaFile(c, file))
		}
	}
	return answer(w, body)
}

func (a *API) thumbnails(w http.ResponseWriter, r *http.Request, c *call) error {
	ref, err := refOf(r)
	if err != nil {
		return err
	}
	var body Thumbnails
	if err := decode(r, &body); err != nil {
		return err
	}
	pictures, err := a.cfg.Edit.Thumbnails(r.Context(), &c.user, ref, body.Addresses)
	if err != nil {
		return editProblem(err)
	}
	return answer(w, &ThumbnailsAt{pictures})
}

// mediaFile is a file of the library, as lists of pictures and fields of documents take it.
func (a *API) mediaFile(c *call, m *content.Media) MediaFile {
	name := m.Title.In(c.lang)
	if name == "" {
		name = m.Title.In(i18n.Fallback)
	}
	file := MediaFile{ID: m.ID, Kind: MediaKind(upload.KindOf(m.Mime)), Name: name, URL: m.Image.URL}
	if file.Kind == MediaPicture {
		image := m.Image
		image.ID = m.ID
		file.Image, file.Picture = &image, a.cfg.Edit.Thumbnail(&image)
	}
	return file
}

// uploadProblem is the problem of an error of package upload.
func uploadProblem(c *call, err error) error {
	if refused, ok := errors.AsType[*upload.RefusedError](err); ok {
		text := i18n.Words.T(c.lang, "studio.upload."+string(refused.Reason))
		return &Problem{Type: ProblemInvalid, Title: text, Fields: []FieldProblem{{Path: "file", Text: text}}}
	}
	switch {
	case errors.Is(err, upload.ErrNotFound):
		return &Problem{Type: ProblemNotFound}
	case errors.Is(err, upload.ErrOffset):
		return &Problem{Type: ProblemInvalid, Status: http.StatusConflict}
	case errors.Is(err, upload.ErrLocked):
		return &Problem{Type: ProblemTooMany, Status: http.StatusLocked, RetryAfter: 1}
	case errors.Is(err, upload.ErrTooMany):
		return &Problem{Type: ProblemTooMany, Title: i18n.Words.T(c.lang, "studio.upload.many"), RetryAfter: retryUpload}
	case errors.Is(err, upload.ErrBusy):
		return &Problem{Type: ProblemDown, Title: i18n.Words.T(c.lang, "studio.upload.busy"), RetryAfter: retryUpload}
	}
	return err
}
