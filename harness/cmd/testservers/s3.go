package main

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"

	"estate/internal/tests/testserver"
)

// memory is the backend of GoFakeS3. An empty delimiter is none, as in the store of Amazon.
type memory struct{ *s3mem.Backend }

// ListBucket is called for a page of objects.
func (m memory) ListBucket(
	ctx context.Context, name string, prefix *gofakes3.Prefix, page gofakes3.ListBucketPage,
) (*gofakes3.ObjectList, error) {
	if prefix != nil && prefix.Delimiter == "" {
		plain := *prefix
		plain.HasDelimiter = false
		prefix = &plain
	}
	return m.Backend.ListBucket(ctx, name, prefix, page)
}

// serveS3 runs GoFakeS3, the server of `rclone serve s3`, with one bucket in memory. The command
// "stop" closes its port and "resume" opens it again; the data stays.
func serveS3(args []string) (testserver.Info, func(string) error, error) {
	flags := newFlags("s3")
	bucket := flags.String("bucket", "", "name of the bucket")
	accessKey := flags.String("access-key", "", "access key")
	secretKey := flags.String("secret-key", "", "secret key")
	if err := flags.Parse(args); err != nil {
		return testserver.Info{}, nil, err
	}
	backend := memory{s3mem.New()}
	if err := backend.CreateBucket(context.Background(), *bucket); err != nil {
		return testserver.Info{}, nil, err
	}
	handler := gofakes3.New(backend, gofakes3.WithV4Auth(map[string]string{*accessKey: *secretKey})).Server()

	address := "127.0.0.1:0"
	var running *http.Server
	obey := func(line string) error {
		switch line {
		case "stop":
			return running.Close()
		case "resume":
			listener, err := net.Listen("tcp", address)
			if err != nil {
				return err
			}
			address = listener.Addr().String()
			running = &http.Server{Handler: handler} //nolint:gosec // of a test
			go func(s *http.Server) { _ = s.Serve(listener) }(running)
			return nil
		default:
			return fmt.Errorf("unknown command %q", line)
		}
	}
	err := obey("resume")
	return testserver.Info{Address: address}, obey, err
}
