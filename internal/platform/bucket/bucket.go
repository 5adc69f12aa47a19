package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"estate/internal/platform/atomicfile"
)

// callTimeout limits a call that sends or receives one small object.
const callTimeout = time.Minute

// ErrChanged reports that an object is not in the state that a conditional write expects.
var ErrChanged = errors.New("the object has changed")

// Config is the store and the credentials.
type Config struct {
	Endpoint  string // URL without a path: https://s3.eu-west-1.amazonaws.com
	Region    string // "" for stores without regions
	AccessKey string
	SecretKey string
}

// Validate returns all errors of the configuration, joined. It never repeats a key.
func (c Config) Validate() error {
	var errs []error
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.User != nil {
		errs = append(errs, errors.New("s3.endpoint must be a URL without a path, such as https://s3.eu-west-1.amazonaws.com"))
	}
	if c.AccessKey == "" || c.SecretKey == "" {
		errs = append(errs, errors.New("s3.access_key and s3.secret_key are not set; set ESTATE_S3_ACCESS_KEY and ESTATE_S3_SECRET_KEY"))
	}
	return errors.Join(errs...)
}

const scheme = "s3://"

// IsAddress reports whether a text names a place in a store, such as s3://name/folder.
func IsAddress(text string) bool { return strings.HasPrefix(text, scheme) }

var bucketName = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

// ParseAddress returns the parts of s3://name/folder. The folder is optional.
func ParseAddress(text string) (name, folder string, err error) {
	rest, ok := strings.CutPrefix(text, scheme)
	name, folder, _ = strings.Cut(rest, "/")
	folder = strings.Trim(folder, "/")
	if !ok || !bucketName.MatchString(name) || folder != "" && !fs.ValidPath(folder) {
		return "", "", fmt.Errorf("%q is no address of a bucket; write s3://name or s3://name/folder", text)
	}
	return name, folder, nil
}

// Bucket is a folder of a bucket. It is safe for concurrent use.
type Bucket struct {
	address, name, prefix string
	client                *minio.Client
}

// Open returns the bucket of an address. It makes no request.
func Open(c Config, address string) (*Bucket, error) {
	name, folder, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	u, err := url.Parse(c.Endpoint)
	if err != nil {
		return nil, err
	}
	transport, err := minio.DefaultTransport(u.Scheme == "https")
	if err != nil {
		return nil, err
	}
	transport.ResponseHeaderTimeout = callTimeout
	client, err := minio.New(u.Host, &minio.Options{
		Creds:  credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		Secure: u.Scheme == "https", Region: c.Region, Transport: transport, MaxRetries: 3,
	})
	if err != nil {
		return nil, fmt.Errorf("s3: %w", err)
	}
	if folder != "" {
		folder += "/"
	}
	return &Bucket{address, name, folder, client}, nil
}

// String is the address.
func (b *Bucket) String() string { return b.address }

// Object is an object of a bucket.
type Object struct {
	Name string // without the folder of the bucket
	Size int64
	Tag  string // differs for different contents
}

// wrap names the object and makes a missing one fs.ErrNotExist.
func (b *Bucket) wrap(what, name string, err error) error {
	if err == nil {
		return nil
	}
	switch response := minio.ToErrorResponse(err); {
	case response.Code == minio.NoSuchKey, response.StatusCode == http.StatusNotFound && response.Code != minio.NoSuchBucket:
		err = fs.ErrNotExist
	case response.StatusCode == http.StatusPreconditionFailed, response.StatusCode == http.StatusConflict:
		err = ErrChanged
	case response.Code == minio.NoSuchBucket:
		err = errors.New("there is no such bucket; create it first")
	case response.StatusCode == http.StatusForbidden:
		err = fmt.Errorf("refused (%s); check the keys and the permissions on the bucket", response.Code)
	}
	return fmt.Errorf("s3: %s %s/%s: %w", what, strings.TrimSuffix(b.address, "/"), name, err)
}

// Get reads an object of at most limit bytes. A missing one is fs.ErrNotExist.
func (b *Bucket) Get(ctx context.Context, name string, limit int64) (data []byte, o Object, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, o, b.wrap("read", name, err)
	}
	defer object.Close()
	info, err := object.Stat()
	if err != nil {
		return nil, o, b.wrap("read", name, err)
	}
	if info.Size > limit {
		return nil, o, b.wrap("read", name, fmt.Errorf("it has %d bytes; the limit is %d", info.Size, limit))
	}
	data, err = io.ReadAll(io.LimitReader(object, limit+1))
	return data, describe(name, info), b.wrap("read", name, err)
}

// Put writes an object. It is durable when Put returns.
func (b *Bucket) Put(ctx context.Context, name string, data []byte) error {
	_, err := b.put(ctx, name, data, minio.PutObjectOptions{})
	return err
}

// Replace writes an object if its tag is still the given one; "" means that there is none yet.
// Else the error is ErrChanged. It returns the new tag.
func (b *Bucket) Replace(ctx context.Context, name string, data []byte, tag string) (string, error) {
	var options minio.PutObjectOptions
	if tag == "" {
		options.SetMatchETagExcept("*")
	} else {
		options.SetMatchETag(tag)
	}
	return b.put(ctx, name, data, options)
}

func (b *Bucket) put(ctx context.Context, name string, data []byte, options minio.PutObjectOptions) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	options.DisableMultipart = true
	info, err := b.client.PutObject(ctx, b.name, b.prefix+name, bytes.NewReader(data), int64(len(data)), options)
	return info.ETag, b.wrap("write", name, err)
}

// PutFile writes a file of any size and keeps its time of change for GetFile. It returns the tag
// of the object.
func (b *Bucket) PutFile(ctx context.Context, name string, file *os.File) (tag string, err error) {
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	uploaded, err := b.client.PutObject(ctx, b.name, b.prefix+name, file, info.Size(), minio.PutObjectOptions{
		UserMetadata: map[string]string{modifiedHeader: info.ModTime().UTC().Format(time.RFC3339Nano)}, NumThreads: 1,
	})
	return uploaded.ETag, b.wrap("write", name, err)
}

// modifiedHeader is the metadata with the time of change of a file.
const modifiedHeader = "Estate-Modified"

// GetFile writes an object of at most limit bytes to a file, with the time of change that PutFile
// kept, and returns the tag of the object. A missing object is fs.ErrNotExist.
func (b *Bucket) GetFile(ctx context.Context, name, path string, limit int64) (tag string, err error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return "", b.wrap("read", name, err)
	}
	defer object.Close()
	info, err := object.Stat()
	if err != nil {
		return "", b.wrap("read", name, err)
	}
	if info.Size > limit {
		return "", b.wrap("read", name, fmt.Errorf("it has %d bytes; the limit is %d", info.Size, limit))
	}
	err = atomicfile.Write(path, 0o644, func(w io.Writer) error {
		_, err := io.Copy(w, io.LimitReader(object, limit))
		return err
	})
	if err != nil {
		return "", b.wrap("read", name, err)
	}
	modified, err := time.Parse(time.RFC3339Nano, info.UserMetadata[modifiedHeader])
	if err != nil {
		modified = info.LastModified
	}
	return info.ETag, os.Chtimes(path, modified, modified)
}

// Delete removes an object. A missing one is no error.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := b.wrap("delete", name, b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// List returns the objects below a folder, "" for all, in the order of their names.
func (b *Bucket) List(ctx context.Context, folder string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		prefix := b.prefix
		if folder != "" {
			prefix += folder + "/"
		}
		for info := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
			if info.Err != nil {
				yield(Object{}, b.wrap("list", folder, info.Err))
				return
			}
			if strings.HasSuffix(info.Key, "/") {
				continue // a folder that a console has made
			}
			if !yield(describe(strings.TrimPrefix(info.Key, b.prefix), info), nil) {
				return
			}
		}
	}
}

func describe(name string, info minio.ObjectInfo) Object {
	return Object{Name: name, Size: info.Size, Tag: info.ETag}
}
