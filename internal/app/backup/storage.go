package backup

import (
	"context"
	"iter"

	"estate/internal/platform/bucket"
)

// Location is where a repository lies. It is printed in messages.
type Location interface {
	String() string
	// open returns the files. With write it creates the repository and takes its lock.
	open(ctx context.Context, write bool) (storage, error)
}

// InFolder is a repository in a folder.
func InFolder(path string) Location { return folderLocation(path) }

// InBucket is a repository in a bucket of an S3-compatible store.
func InBucket(b *bucket.Bucket) Location { return bucketLocation{b} }

// storage holds the files of a repository under names with slashes. A file is written once and
// never changes.
type storage interface {
	has(ctx context.Context, name string) (bool, error)
	// get reads a file; a missing one is fs.ErrNotExist.
	get(ctx context.Context, name string) ([]byte, error)
	// put writes a file. It may need sync to be durable.
	put(ctx context.Context, name string, data []byte) error
	// sync makes all files durable that were put.
	sync(ctx context.Context) error
	remove(ctx context.Context, name string) error
	// names returns the names of the files below a folder.
	names(ctx context.Context, folder string) iter.Seq2[string, error]
	// close gives the lock back.
	close(ctx context.Context) error
}
