package backup

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"time"

	"estate/internal/platform/bucket"
)

// The lock of a repository in a bucket is an object with a time. A process that was killed
// blocks the next one until then.
const (
	lockAge      = 2 * time.Minute
	renewAfter   = 30 * time.Second
	maxLockBytes = 4 << 10
)

// errLockLost reports that another process has taken the lock of a repository in a bucket.
var errLockLost = errors.New("backup: another process has written to the repository")

// lockFile is the content of the lock.
type lockFile struct {
	Holder string    `json:"holder"`
	Until  time.Time `json:"until"`
}

type bucketLocation struct{ bucket *bucket.Bucket }

func (l bucketLocation) String() string { return l.bucket.String() }

func (l bucketLocation) open(ctx context.Context, write bool) (storage, error) {
	s := &bucketStorage{bucket: l.bucket, holder: rand.Text(), now: time.Now}
	if !write {
		return s, nil
	}
	if err := s.takeLock(ctx); err != nil {
		return nil, err
	}
	s.known = map[string]bool{}
	for name, err := range s.names(ctx, objectsDir) {
		if err != nil {
			return nil, errors.Join(err, s.close(ctx))
		}
		s.known[name] = true
	}
	return s, nil
}

// bucketStorage is a repository in a bucket.
type bucketStorage struct {
	bucket *bucket.Bucket
	now    func() time.Time
	// known are the objects, so that one that is there costs no request; nil when opened to read.
	known map[string]bool

	holder, tag string // of the lock; the tag is "" without one
	renewed     time.Time
}

func (s *bucketStorage) takeLock(ctx context.Context) error {
	data, object, err := s.bucket.Get(ctx, lockName, maxLockBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		var lock lockFile
		// An unreadable lock is replaced.
		if json.Unmarshal(data, &lock) == nil && lock.Until.After(s.now()) {
			return fmt.Errorf("backup: another process writes to %s; if it was killed, its lock ends at %s",
				s.bucket, lock.Until.Format(time.RFC3339))
		}
	}
	return s.writeLock(ctx, object.Tag)
}

func (s *bucketStorage) writeLock(ctx context.Context, tag string) error {
	now := s.now()
	data, err := json.Marshal(lockFile{s.holder, now.Add(lockAge).UTC()})
	if err != nil {
		return err
	}
	switch s.tag, err = s.bucket.Replace(ctx, lockName, data, tag); {
	case errors.Is(err, bucket.ErrChanged), errors.Is(err, fs.ErrNotExist):
		return errLockLost
	case err != nil:
		return err
	}
	s.renewed = now
	return nil
}

// renewLock extends the lock before a change, unless it was extended lately.
func (s *bucketStorage) renewLock(ctx context.Context) error {
	switch {
	case s.tag == "":
		return errLockLost
	case s.now().Sub(s.renewed) < renewAfter:
		return nil
	}
	return s.writeLock(ctx, s.tag)
}

func (s *bucketStorage) has(_ context.Context, name string) (bool, error) { return s.known[name], nil }

func (s *bucketStorage) get(ctx context.Context, name string) ([]byte, error) {
	data, _, err := s.bucket.Get(ctx, name, maxFile)
	return data, err
}

func (s *bucketStorage) put(ctx context.Context, name string, data []byte) error {
	if err := s.renewLock(ctx); err != nil {
		return err
	}
	if err := s.bucket.Put(ctx, name, data); err != nil {
		return err
	}
	s.known[name] = true
	return nil
}

// sync has nothing to do: an object is durable when it is written.
func (s *bucketStorage) sync(context.Context) error { return nil }

func (s *bucketStorage) remove(ctx context.Context, name string) error {
	if err := s.renewLock(ctx); err != nil {
		return err
	}
	delete(s.known, name)
	return s.bucket.Delete(ctx, name)
}

func (s *bucketStorage) names(ctx context.Context, folder string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for object, err := range s.bucket.List(ctx, folder) {
			if !yield(object.Name, err) || err != nil {
				return
			}
		}
	}
}

// close removes the lock. It takes it over first, so that the lock of another process stays.
func (s *bucketStorage) close(ctx context.Context) error {
	if s.tag == "" {
		return nil
	}
	defer func() { s.tag = "" }()
	switch err := s.writeLock(ctx, s.tag); {
	case errors.Is(err, errLockLost):
		return nil
	case err != nil:
		return err
	}
	return s.bucket.Delete(ctx, lockName)
}
