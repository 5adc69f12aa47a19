package shareddict

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/andybalholm/brotli/matchfinder"

	"estate/internal/tests/dcbtest"
)

// throughStream returns a function that compresses a body with a dictionary and decompresses it again.
func throughStream(dictionary []byte) func(body []byte) ([]byte, error) {
	enc := newEncoder(dictionary)
	hash := sha256.Sum256(dictionary)
	return func(body []byte) ([]byte, error) {
		return dcbtest.Decode(dictionary, enc.encode(append([]byte(magic), hash[:]...), body))
	}
}

// randomWords returns bytes of which short pieces repeat.
func randomWords(random *rand.Rand, size int) []byte {
	var out []byte
	for len(out) < size {
		out = fmt.Appendf(out, "<li class=\"card\">%d</li>", random.IntN(2000))
	}
	return out[:size]
}

func TestABodyIsTheSameAfterDecompression(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1, 300, primingBlock + 1} {
		dictionary := randomWords(random, size)
		through := throughStream(dictionary)
		bodies := [][]byte{
			{},
			[]byte("x"), []byte("1234567"), dictionary, randomWords(random, 20), randomWords(random, 40_000),
			randomWords(random, 2*primingBlock), append(bytes.Clone(dictionary[size/2:]), dictionary...),
			bytes.Repeat([]byte("a"), 5000),
			{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		}
		// Each body twice: one must leave nothing that changes the next.
		for i, body := range append(bodies, bodies...) {
			if got, err := through(body); err != nil || !bytes.Equal(got, body) {
				t.Errorf("dictionary of %d bytes, body %d of %d bytes: %d bytes after decompression, equal: %v, %v",
					size, i, len(body), len(got), bytes.Equal(got, body), err)
			}
		}
	}
}

// Decoders keep the dictionary apart from what they wrote and refuse a copy from both.
func TestNoCopyContinuesFromTheDictionaryIntoTheBody(t *testing.T) {
	dictionary := []byte("the first words of the dictionary, and its end is 0123456789")
	body := []byte("abcdefghijklmnop and again 0123456789abcdefghijklmnop, 9abcdefghijklmnop.")
	finder := matchfinder.Bargain3{MaxDistance: maxDistance}
	finder.FindMatches(nil, dictionary)
	found := finder.FindMatches(nil, body)
	if crossing(found) == 0 {
		t.Fatal("the body has no copy that begins in the dictionary and ends in the body")
	}
	if n := crossing(cutAtDictionaryEnd(found)); n > 0 {
		t.Errorf("%d copies begin in the dictionary and end in the body", n)
	}
	if got, err := throughStream(dictionary)(body); err != nil || !bytes.Equal(got, body) {
		t.Errorf("after decompression %q, %v", got, err)
	}
}

func TestACopyThatIsCutLeavesLiterals(t *testing.T) {
	for _, test := range []struct{ name, found, want string }{
		{"inside the dictionary", "[{3 10 20} {4 0 0}]", "[{3 10 20} {4 0 0}]"},
		{"inside the body", "[{30 10 20}]", "[{30 10 20}]"},
		{"from both", "[{3 10 8} {1 6 2}]", "[{3 5 8} {6 6 2}]"},
		{"from one byte of the dictionary", "[{3 10 4} {1 6 2}]", "[{14 6 2}]"},
		{"at the end of the body", "[{3 10 8}]", "[{3 5 8} {5 0 0}]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := fmt.Sprint(cutAtDictionaryEnd(parseMatches(t, test.found))); got != test.want {
				t.Errorf("%s became %s, want %s", test.found, got, test.want)
			}
		})
	}
}

// parseMatches reads matches as fmt prints them: literals, length, distance.
func parseMatches(t *testing.T, text string) (list []matchfinder.Match) {
	t.Helper()
	for _, part := range bytes.Split(bytes.Trim([]byte(text), "[]{}"), []byte("} {")) {
		var m matchfinder.Match
		if _, err := fmt.Sscan(string(part), &m.Unmatched, &m.Length, &m.Distance); err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// crossing counts the copies that begin in the dictionary and end in the body.
func crossing(matches []matchfinder.Match) (n int) {
	position := 0
	for _, m := range matches {
		position += m.Unmatched
		if position < m.Distance && m.Distance < position+m.Length {
			n++
		}
		position += m.Length
	}
	return n
}

func TestBodiesAreCompressedAtTheSameTime(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	through := throughStream(randomWords(random, 50_000))
	var group sync.WaitGroup
	for range 8 {
		body := randomWords(random, 30_000)
		group.Go(func() {
			if got, err := through(body); err != nil || !bytes.Equal(got, body) {
				t.Errorf("%d bytes after decompression, equal: %v, %v", len(got), bytes.Equal(got, body), err)
			}
		})
	}
	group.Wait()
}
