package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"estate/internal/tests/s3test"
)

// site is a data folder with a database in use and pictures.
type site struct {
	folder  string
	backup  Location
	key     KeySource
	db      *sql.DB
	sources []Source
}

// inFolderAndBucket runs a test with a repository in a folder and with one in a bucket.
func inFolderAndBucket(t *testing.T, test func(t *testing.T, backup Location)) {
	t.Run("folder", func(t *testing.T) { test(t, inTempFolder(t)) })
	t.Run("bucket", func(t *testing.T) { test(t, InBucket(s3test.Start(t).Open("backup"))) })
}

func inTempFolder(t *testing.T) Location { return InFolder(filepath.Join(t.TempDir(), "backup")) }

func newSite(t *testing.T, backup Location) *site {
	t.Helper()
	s := &site{folder: t.TempDir(), backup: backup, key: KeySource{File: filepath.Join(t.TempDir(), "backup.key")}}
	path := filepath.Join(s.folder, "content.db")
	var err error
	if s.db, err = sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=busy_timeout(5000)&_pragma=synchronous(OFF)"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.db.Close() })
	s.exec(t, "CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT)")
	s.file(t, "media/sea.jpg", bytes.Repeat([]byte("sea"), 1_000_000))
	s.file(t, "media/2024/house.jpg", []byte("house"))
	s.file(t, "media/.partial", []byte("temporary"))
	source, err := SQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	s.sources = []Source{source, Folder("media", filepath.Join(s.folder, "media"), nil)}
	return s
}

func (s *site) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	if _, err := s.db.Exec(query, args...); err != nil {
		t.Fatal(err)
	}
}

func (s *site) file(t *testing.T, name string, data []byte) {
	t.Helper()
	path := filepath.Join(s.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// take writes a snapshot and returns the bytes of its new objects.
func (s *site) take(t *testing.T, at time.Time) (changed bool, bytes int64) {
	t.Helper()
	r, err := OpenToWrite(t.Context(), s.backup, s.key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	changed, err = Take(t.Context(), r, at, s.sources)
	if err != nil {
		t.Fatal(err)
	}
	return changed, r.Stats.Bytes
}

func (s *site) open(t *testing.T) *Repository {
	t.Helper()
	r, err := Open(t.Context(), s.backup, s.key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// restore restores a time and returns the rows and the files.
func (s *site) restore(t *testing.T, at time.Time) (rows []string, files map[string]string) {
	t.Helper()
	r := s.open(t)
	m, err := r.At(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "restored")
	if err := Restore(t.Context(), r, m, Destination{Folder: folder}); err != nil {
		t.Fatal(err)
	}
	return readSite(t, folder)
}

func readSite(t *testing.T, folder string) (rows []string, files map[string]string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "content.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Query("SELECT id || ' ' || text FROM entries ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for found.Next() {
		var row string
		if err := found.Scan(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	media := os.DirFS(filepath.Join(folder, "media"))
	for _, name := range []string{"sea.jpg", "2024/house.jpg", ".partial", "new.jpg"} {
		file, err := media.Open(name)
		if err != nil {
			continue
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(file); err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
		files[name] = b.String()
	}
	return rows, files
}

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestRestoreAtAPointInTime(t *testing.T) { inFolderAndBucket(t, restoreAtAPointInTime) }

func restoreAtAPointInTime(t *testing.T, backup Location) {
	s := newSite(t, backup)
	var want [][]string
	for i := range 4 {
		s.exec(t, "INSERT INTO entries (text) VALUES (?)", strings.Repeat(fmt.Sprint("entry ", i, " "), 100))
		if i == 2 {
			s.file(t, "media/new.jpg", []byte("new"))
		}
		s.take(t, start.Add(time.Duration(i)*time.Minute))
		rows, _ := readSite(t, s.folder)
		want = append(want, rows)
	}
	for i := range 4 {
		rows, files := s.restore(t, start.Add(time.Duration(i)*time.Minute+30*time.Second))
		if diff := cmp.Diff(want[i], rows); diff != "" {
			t.Errorf("minute %d (-want +got):\n%s", i, diff)
		}
		if files["sea.jpg"] != strings.Repeat("sea", 1_000_000) || files["2024/house.jpg"] != "house" {
			t.Errorf("minute %d: pictures are missing or differ", i)
		}
		if _, ok := files["new.jpg"]; ok != (i >= 2) {
			t.Errorf("minute %d: new picture restored: %v", i, ok)
		}
		if files[".partial"] != "" {
			t.Error("a temporary file was restored")
		}
	}
	if _, err := s.open(t).At(t.Context(), start.Add(-time.Second)); err == nil {
		t.Error("a time before the first snapshot has a snapshot")
	}
}

func TestSnapshotCostsWhatChanged(t *testing.T) { inFolderAndBucket(t, snapshotCostsWhatChanged) }

func snapshotCostsWhatChanged(t *testing.T, backup Location) {
	s := newSite(t, backup)
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		s.exec(t, "INSERT INTO entries (text) VALUES (?)", fmt.Sprint(random.Uint64(), strings.Repeat(fmt.Sprint(random.Uint64()), 50)))
	}
	_, full := s.take(t, start)
	if changed, n := s.take(t, start.Add(time.Minute)); changed || n != 0 {
		t.Errorf("nothing changed: changed %v, %d bytes", changed, n)
	}
	s.exec(t, "UPDATE entries SET text = 'changed' WHERE id = 1000")
	changed, part := s.take(t, start.Add(2*time.Minute))
	if !changed || part*3 > full {
		t.Errorf("one row: changed %v, %d bytes of %d", changed, part, full)
	}
}

func TestDamagedBackupIsRecognised(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backup")
	s := newSite(t, InFolder(folder))
	s.exec(t, "INSERT INTO entries (text) VALUES ('hello')")
	s.take(t, start)
	if n, err := Verify(t.Context(), s.open(t)); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	objects, err := filepath.Glob(filepath.Join(folder, repositoryDir, "objects", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range objects {
		data, err := os.ReadFile(object)
		if err != nil {
			t.Fatal(err)
		}
		for name, damage := range map[string]func() error{
			"missing": func() error { return os.Remove(object) },
			"torn":    func() error { return os.WriteFile(object, data[:len(data)/2], 0o600) },
			"exchanged": func() error {
				other := objects[0]
				if other == object {
					other = objects[len(objects)-1]
				}
				return os.WriteFile(object, mustRead(t, other), 0o600)
			},
		} {
			if err := damage(); err != nil {
				t.Fatal(err)
			}
			if _, err := Verify(t.Context(), s.open(t)); err == nil {
				t.Errorf("%s object %s was not recognised", name, filepath.Base(object))
			}
			if err := os.WriteFile(object, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.take(t, start.Add(time.Minute)) // nothing has changed
	s.exec(t, "INSERT INTO entries (text) VALUES ('later')")
	s.take(t, start.Add(2*time.Minute))
	manifests, err := filepath.Glob(filepath.Join(folder, repositoryDir, "snapshots", "*"))
	if err != nil || len(manifests) != 2 {
		t.Fatal(manifests, err)
	}
	first, second := mustRead(t, manifests[0]), mustRead(t, manifests[1])
	for name, content := range map[string][]byte{"torn": second[:len(second)-1], "exchanged": first} {
		if err := os.WriteFile(manifests[1], content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.open(t).At(t.Context(), time.Time{}); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("a manifest that is %s: %v, want damaged", name, err)
		}
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestOldSnapshotsAreRemovedWithTheirObjects(t *testing.T) {
	inFolderAndBucket(t, oldSnapshotsAreRemovedWithTheirObjects)
}

func oldSnapshotsAreRemovedWithTheirObjects(t *testing.T, backup Location) {
	s := newSite(t, backup)
	now := start.Add(40 * 24 * time.Hour)
	ages := []time.Duration{39 * 24 * time.Hour, 20*24*time.Hour + time.Hour, 20 * 24 * time.Hour, 50 * time.Hour, 50*time.Hour - 2*time.Minute, 2 * time.Minute, time.Minute}
	for i, age := range ages {
		s.exec(t, "INSERT INTO entries (text) VALUES (?)", fmt.Sprint("entry ", i))
		s.take(t, now.Add(-age))
	}
	r, err := OpenToWrite(t.Context(), s.backup, s.key)
	if err != nil {
		t.Fatal(err)
	}
	removed, err := Prune(t.Context(), r, now, now.Add(-30*24*time.Hour))
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil || removed != 3 {
		t.Fatalf("%d removed (%v), want the oldest, one of a day and one of an hour", removed, err)
	}
	if n, err := Verify(t.Context(), s.open(t)); err != nil || n != 4 {
		t.Errorf("%d snapshots are whole (%v), want 4", n, err)
	}
	rows, _ := s.restore(t, time.Time{})
	if len(rows) != len(ages) {
		t.Errorf("the last snapshot has %d rows, want %d", len(rows), len(ages))
	}
}

func TestOneProcessWritesARepository(t *testing.T) {
	inFolderAndBucket(t, func(t *testing.T, backup Location) {
		key := KeySource{File: filepath.Join(t.TempDir(), "backup.key")}
		r, err := OpenToWrite(t.Context(), backup, key)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := OpenToWrite(t.Context(), backup, key); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("a second process: %v, want a refusal", err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := OpenToWrite(t.Context(), backup, key)
		if err != nil {
			t.Fatal(err)
		}
		_ = again.Close()
	})
}

// TestALostLockStopsTheWriter: a process that slept longer than its lock lasts writes nothing
// more, since the next one may have removed objects.
func TestALostLockStopsTheWriter(t *testing.T) {
	s := newSite(t, InBucket(s3test.Start(t).Open("backup")))
	r, err := OpenToWrite(t.Context(), s.backup, s.key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	now := time.Now()
	first := r.files.(*bucketStorage)
	first.now = func() time.Time { return now }
	// Another process finds the lock after its end.
	next := &bucketStorage{bucket: first.bucket, holder: "next", now: func() time.Time { return time.Now().Add(lockAge + time.Minute) }, known: map[string]bool{}}
	if err := next.takeLock(t.Context()); err != nil {
		t.Fatal(err)
	}
	now = now.Add(renewAfter)
	if _, err := Take(t.Context(), r, start, s.sources); !errors.Is(err, errLockLost) {
		t.Errorf("a writer without its lock: %v, want errLockLost", err)
	}
	if err := next.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), s.open(t)); err == nil {
		t.Error("a snapshot was written without the lock")
	}
}

// TestTheRunnerGoesOnAfterAnother: a snapshot by hand takes the lock of a quiet site.
func TestTheRunnerGoesOnAfterAnother(t *testing.T) {
	s := newSite(t, InBucket(s3test.Start(t).Open("backup")))
	r, err := OpenToWrite(t.Context(), s.backup, s.key)
	if err != nil {
		t.Fatal(err)
	}
	runner := NewRunner(RunnerConfig{To: s.backup, Key: s.key, Sources: s.sources})
	if _, err := runner.take(t.Context(), &r, start); err != nil {
		t.Fatal(err)
	}
	lost := r.files.(*bucketStorage)
	lost.renewed = time.Time{}
	if err := lost.bucket.Delete(t.Context(), lockName); err != nil { // as another process does at its end
		t.Fatal(err)
	}
	s.exec(t, "INSERT INTO entries (text) VALUES ('later')")
	changed, err := runner.take(t.Context(), &r, start.Add(time.Minute))
	if err != nil || !changed {
		t.Errorf("the next snapshot: changed %v, %v", changed, err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if rows, _ := s.restore(t, time.Time{}); len(rows) != 1 {
		t.Errorf("restored %q, want the later row", rows)
	}
}

func TestRestoreOverwritesNothing(t *testing.T) {
	s := newSite(t, inTempFolder(t))
	s.take(t, start)
	r := s.open(t)
	m, err := r.At(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), r, m, Destination{Folder: s.folder}); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("restore into a folder in use: %v", err)
	}
}

// TestAWrongKeyIsNamed: a backup that cannot be read must say so before a disaster does.
func TestAWrongKeyIsNamed(t *testing.T) {
	inFolderAndBucket(t, func(t *testing.T, backup Location) {
		s := newSite(t, backup)
		s.take(t, start)
		lost := KeySource{File: filepath.Join(t.TempDir(), "backup.key")}
		type opening = func(context.Context, Location, KeySource) (*Repository, error)
		for name, open := range map[string]opening{"to read": Open, "to write": OpenToWrite} {
			if _, err := open(t.Context(), backup, lost); err == nil || !strings.Contains(err.Error(), "ESTATE_BACKUP_KEY") {
				t.Errorf("%s without the key: %v", name, err)
			}
		}
		if _, err := os.Stat(lost.File); err == nil {
			t.Error("a second key was made for the repository")
		}
		other, err := OpenToWrite(t.Context(), inTempFolder(t), lost)
		if err != nil {
			t.Fatal(err)
		}
		if other.NewKey != lost.File {
			t.Errorf("new key %q, want %q", other.NewKey, lost.File)
		}
		_ = other.Close()
		text := string(mustRead(t, lost.File))
		for _, from := range []KeySource{lost, {Text: text}} {
			_, err := Open(t.Context(), backup, from)
			if !errors.Is(err, errWrongKey) || !strings.Contains(err.Error(), from.String()) {
				t.Errorf("the key of another repository: %v", err)
			}
		}
		_, err = Open(t.Context(), backup, KeySource{Text: text[:len(text)-3]})
		if err == nil || strings.Contains(err.Error(), text[len(keyNote)+20:len(text)-3]) {
			t.Errorf("half a key: %v; want an error without the key", err)
		}
		r, err := Open(t.Context(), backup, KeySource{Text: string(mustRead(t, s.key.File))})
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
	})
}

func TestNothingInARepositoryIsReadable(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backup")
	s := newSite(t, InFolder(folder))
	s.exec(t, "INSERT INTO entries (text) VALUES ('ana@example.org')")
	s.file(t, "media/plan.pdf", []byte("ana@example.org"))
	s.take(t, start)
	names := sha256.Sum256([]byte("ana@example.org"))
	files := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == lockName {
			return err
		}
		files++
		if data := mustRead(t, path); !bytes.HasPrefix(data, []byte("age-encryption.org/v1\n")) {
			t.Errorf("%s is not encrypted", path)
		}
		if entry.Name() == hex.EncodeToString(names[:]) {
			t.Errorf("the name of %s tells its content", path)
		}
		return nil
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
}

// TestAnUnencryptedBackupIsNamed: the snapshots of a version before 0.3 stay where they are.
func TestAnUnencryptedBackupIsNamed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backup")
	s := newSite(t, InFolder(folder))
	old := filepath.Join(folder, "snapshots", "20260301T120000.000000000Z.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(old), 0o700), os.WriteFile(old, []byte("{}"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), s.backup, s.key); err == nil || !strings.Contains(err.Error(), "version that wrote them") {
		t.Errorf("reading it: %v", err)
	}
	r, err := OpenToWrite(t.Context(), s.backup, s.key)
	if err != nil {
		t.Fatal(err)
	}
	if !r.HasUnencrypted {
		t.Error("the older snapshots are not reported")
	}
	if _, err := Take(t.Context(), r, start, s.sources); err != nil {
		t.Fatal(err)
	}
	if _, err := Prune(t.Context(), r, start.AddDate(1, 0, 0), start.AddDate(1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	if _, err := os.Stat(old); err != nil {
		t.Errorf("the older snapshot: %v", err)
	}
	s.restore(t, time.Time{})
}
