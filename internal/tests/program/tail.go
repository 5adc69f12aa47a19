package program

import "sync"

// tailSize is how much of what a program prints is kept.
const tailSize = 1 << 20

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > 2*tailSize { // not at every write, or a talkative program is held up
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
