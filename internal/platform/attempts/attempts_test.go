package attempts

import (
	"fmt"
	"testing"
	"time"
)

func TestDelaysGrowAndEnd(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	c := New(func() time.Time { return now })
	for n, want := range map[int]time.Duration{9: 0, 10: 3 * time.Second, 20: 6 * time.Second, 30: 12 * time.Second, 1000: 12 * time.Second} {
		key := fmt.Sprint(n)
		for range n {
			c.Fail(key)
		}
		if got := c.Delay(key); got != want {
			t.Errorf("delay after %d wrong secrets: %s, want %s", n, got, want)
		}
	}
	if got := c.Delay("another", "20"); got != 6*time.Second {
		t.Errorf("delay of two keys: %s, want the longer one", got)
	}
	now = now.Add(Window)
	if got := c.Delay("1000"); got != 0 {
		t.Errorf("delay after the window: %s, want none", got)
	}
}

func TestManyKeysTakeBoundedMemory(t *testing.T) {
	c := New(time.Now)
	for i := range 2 * maxKeys {
		c.Fail(fmt.Sprint(i))
	}
	if len(c.wrong) > maxKeys {
		t.Errorf("%d keys are kept, want at most %d", len(c.wrong), maxKeys)
	}
}
