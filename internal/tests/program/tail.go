package program

import "sync"

// tailSize is the size of the kept output in bytes.
const tailSize = 1 << 20

// tail is a writer that keeps the last tailSize bytes.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > 2*tailSize { // not at every write, which would slow down the program
		t.text = append(t.text[:0], t.end()...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.end())
}

func (t *tail) end() []byte { return t.text[max(0, len(t.text)-tailSize):] }
