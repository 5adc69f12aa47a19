package index

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"estate/internal/content/search"
)

// filledIndex is the index of random rows, and the same rows after some changes.
func filledIndex(t testing.TB, r *rand.Rand, rows int) (*Index, rowSet) {
	w := rowSet{}
	for range rows {
		id := 1 + r.IntN(300)
		w[id] = randomRow(r, id)
	}
	ix := New(Config{Rows: w.rows})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	return ix, w
}

func fileOf(t testing.TB, ix *Index) []byte {
	var file bytes.Buffer
	if err := ix.Base().WriteFile(&file, FileHeader{Rows: "p", Seq: 7, Stamp: 9}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func accept(FileHeader) error { return nil }

// TestAFileHoldsTheIndex: an index that is read from a file answers as the one that wrote
// it, also after changes.
func TestAFileHoldsTheIndex(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 11))
		built, w := filledIndex(t, r, r.IntN(260))
		file := fileOf(t, built)
		read := New(Config{Rows: w.rows})
		err := read.ReadFile(bytes.NewReader(file), int64(len(file)), func(h FileHeader) error {
			if h != (FileHeader{Rows: "p", Seq: 7, Stamp: 9}) {
				t.Errorf("header %+v", h)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if again := fileOf(t, read); !bytes.Equal(file, again) {
			t.Error("the same index makes another file")
		}
		for i := range 120 {
			if i%40 == 39 {
				changes := change(r, w)
				built.Apply(changes)
				read.Apply(changes)
			}
			f := randomFilter(r)
			want, _ := built.Search(t.Context(), f)
			got, err := read.Search(t.Context(), f)
			if diff := gocmp.Diff(want, got); diff != "" || err != nil {
				t.Fatalf("seed %d, filter %+v: read (+) differs from built (-): %v\n%s", seed, f, err, diff)
			}
		}
		if diff := gocmp.Diff(built.Names(search.KindProperties), read.Names(search.KindProperties)); len(diff) > 0 && len(built.Names(search.KindProperties)) < 2 {
			t.Errorf("names: %s", diff)
		}
		for _, near := range []string{"ZRE10", "R1001", "x"} {
			if diff := gocmp.Diff(built.Near(search.KindProperties, near, 5), read.Near(search.KindProperties, near, 5)); diff != "" {
				t.Errorf("near %s: %s", near, diff)
			}
		}
	}
}

// TestADamagedFileIsRefused: a file that is cut or has a wrong byte changes nothing.
func TestADamagedFileIsRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	ix, _ := filledIndex(t, r, 200)
	file := fileOf(t, ix)
	read := New(Config{})
	refuse := func(file []byte) {
		t.Helper()
		if err := read.ReadFile(bytes.NewReader(file), int64(len(file)), accept); err == nil {
			t.Error("a damaged file was read")
		}
		if n := read.Len(search.KindProperties); n != 0 {
			t.Errorf("the index has %d rows", n)
		}
	}
	for range 300 {
		refuse(file[:r.IntN(len(file))])
		damaged := bytes.Clone(file)
		damaged[r.IntN(len(file))] ^= 1 << r.IntN(8)
		refuse(damaged)
	}
	refuse(append(bytes.Clone(file), 0))
	foreign := errors.New("foreign")
	if err := read.ReadFile(bytes.NewReader(file), int64(len(file)), func(FileHeader) error { return foreign }); !errors.Is(err, foreign) {
		t.Errorf("got %v", err)
	}
}

// TestFileFormat fails when the file of the same rows changes: then fileFormat needs a new
// number, so that no program reads the file of another one.
func TestFileFormat(t *testing.T) {
	ix := New(Config{Rows: manyRows(1000)})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	const want = "Estate search index 2 7609dffa9f886f25"
	sum := sha256.Sum256(fileOf(t, ix))
	if got := fileFormat + " " + hex.EncodeToString(sum[:8]); got != want {
		t.Errorf("the file is %q, was %q: give fileFormat a new number", got, want)
	}
}

// TestAHostileFileIsHarmless changes bytes of a file and makes its checksum right: an error,
// or an index that answers.
func TestAHostileFileIsHarmless(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	ix, _ := filledIndex(t, r, 90)
	whole := fileOf(t, ix)
	refused := 0
	for range 1500 {
		body := bytes.Clone(whole[:len(whole)-4])
		for range 1 + r.IntN(3) {
			at := 60 + r.IntN(len(body)-60)
			if r.IntN(2) == 0 {
				body[at] = byte(r.IntN(256))
			} else {
				body[at] ^= 1 << r.IntN(8)
			}
		}
		if !searchHostile(t, body) {
			refused++
		}
	}
	t.Logf("%d of 1500 files refused", refused)
}

// searchHostile reads a file and searches it. It reports whether the file was read.
func searchHostile(t *testing.T, body []byte) bool {
	ix := New(Config{})
	file := withChecksum(body)
	if err := ix.ReadFile(bytes.NewReader(file), int64(len(file)), accept); err != nil {
		return false
	}
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 1))
		if _, err := ix.Search(t.Context(), randomFilter(r)); err != nil {
			t.Fatal(err)
		}
	}
	ix.Near(search.KindProperties, "ZRE10", 5)
	return true
}

// FuzzReadFile reads hostile files whose checksum is right: an error, or an index that
// answers, without a panic and in bounded time and memory.
func FuzzReadFile(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, rows := range []int{0, 1, 70} {
		ix, _ := filledIndex(f, r, rows)
		file := fileOf(f, ix)
		f.Add(file[:len(file)-4])
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		began := time.Now()
		searchHostile(t, body)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

func withChecksum(body []byte) []byte {
	var file bytes.Buffer
	e := newEncoder(&file)
	e.write(body)
	_ = e.finish()
	return file.Bytes()
}
