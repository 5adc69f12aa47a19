package ssr

import (
	"bytes"
	"fmt"
	"os"
	"testing"
)

func dumped() []Piece {
	b, err := os.ReadFile("/tmp/gzbench/pages/8.bin")
	if err != nil {
		panic(err)
	}
	var ps []Piece
	for len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		var a uint64
		var l int
		fmt.Sscanf(string(line), "%d %d", &a, &l)
		p := Piece{Text: rest[:l]}
		if a > 0 {
			p.fragment = newFragment(bytes.Clone(rest[:l]))
			p.Text = p.fragment.html
		}
		ps = append(ps, p)
		b = rest[l:]
	}
	return ps
}

func BenchmarkNew(b *testing.B) {
	for _, sights := range []int{0, 1, 2, 4, 9, 20} {
		b.Run(fmt.Sprint(sights), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				page := dumped()
				for range sights {
					packGzip(page)
				}
				b.StartTimer()
				packGzip(page)
			}
		})
	}
}
