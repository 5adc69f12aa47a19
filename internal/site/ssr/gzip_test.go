package ssr

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// gunzip decodes exactly one member with the decoder of the standard library.
func gunzip(t *testing.T, packed []byte) []byte {
	t.Helper()
	rest := bytes.NewReader(packed)
	r, err := gzip.NewReader(rest)
	if err != nil {
		t.Fatal(err)
	}
	r.Multistream(false)
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("after %d bytes: %v", len(text), err)
	}
	if rest.Len() > 0 {
		t.Fatalf("%d bytes behind the stream", rest.Len())
	}
	return text
}

func plain(text string) Piece { return Piece{Text: []byte(text)} }

func kept(f *fragment) Piece { return Piece{Text: f.html, fragment: f} }

// cardFragment returns a fragment like a card of 3.2 KB.
func cardFragment(n int) *fragment {
	var b strings.Builder
	fmt.Fprintf(&b, `<li><article class="card_rA36Uq card_inqqsa"><a href="/properties/villa-%d/"><picture>`, n*7919)
	for _, format := range []string{"avif", "webp", "jpg"} {
		b.WriteString(`<source type="image/` + format + `" sizes="(width >= 640px) 45vw, 92vw" srcset="`)
		for _, width := range []int{320, 480, 640, 800, 1200, 1280} {
			fmt.Fprintf(&b, "/media/villa-%02d-%s-%d.%s %dw, ", n%40, []string{"dusk", "pool", "terrace"}[n%3], width, format, width)
		}
		b.WriteString(`">`)
	}
	fmt.Fprintf(&b, `</picture><h3 class="title_rA36Uq">Villa %d in Nueva Andalucía</h3><p class="price_rA36Uq">%d.%03d.000 €</p></a>`, n, n%9, n*37%1000)
	for i, fact := range []string{"bedrooms", "bathrooms", "m² built", "m² plot"} {
		fmt.Fprintf(&b, `<span class="fact_rA36Uq"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M%d 3h18v%dH3z"></path></svg><b>%d</b> %s</span>`, i, i+9, n*(i+3)%700, fact)
	}
	for i := 0; b.Len() < 3200; i++ {
		fmt.Fprintf(&b, `<button type="button" class="tool_rA36Uq" aria-label="Save %d">%d</button>`, n, i)
	}
	b.WriteString(`</article></li>`)
	return newFragment([]byte(b.String()))
}

// page returns cards between text of their page.
func page(own string, cards ...*fragment) []Piece {
	pieces := []Piece{plain("<!doctype html><title>" + own + "</title>" + strings.Repeat("<meta>", 100) + own)}
	for _, card := range cards {
		pieces = append(pieces, kept(card))
	}
	return append(pieces, plain("</body>"+own))
}

func TestGzipOfPieces(t *testing.T) {
	a, b, c := cardFragment(1), cardFragment(2), cardFragment(3)
	small, empty := newFragment([]byte("<hr>")), newFragment(nil)
	random := rand.NewChaCha8([32]byte{})
	noise := make([]byte, 150_000)
	_, _ = random.Read(noise)
	large, zeros := newFragment(noise), newFragment(make([]byte, 70_000))
	tests := []struct {
		name   string
		pieces []Piece
	}{
		{"no pieces", nil},
		{"no fragments", []Piece{plain("<p>"), plain(strings.Repeat("text ", 50_000))}},
		{"only fragments", []Piece{kept(a), kept(b), kept(c)}},
		{"the same fragment in a row", page("x", a, a, a, b, b)},
		{"fragments larger than the window", page("x", a, large, zeros, b, large, large, a)},
		{"empty pieces", []Piece{plain(""), kept(a), plain(""), kept(b), kept(empty), plain(""), plain(""), kept(c), plain("")}},
		{"only empty pieces", []Piece{plain(""), kept(empty), plain("")}},
		{"small fragments", []Piece{kept(small), plain("a"), kept(small), kept(small), plain(strings.Repeat("b", 300)), kept(small)}},
		{"leads", []Piece{plain("<ul>"), kept(a), plain("<li>"), kept(b), plain("</li><li>"), kept(c), plain("<p>"), plain("<p>"), kept(a)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 5 { // with more blocks each time
				packed := packGzip(tt.pieces)
				if got, want := gunzip(t, packed), Join(tt.pieces); !bytes.Equal(got, want) {
					t.Fatalf("%d bytes, want the text of %d", len(got), len(want))
				}
				if got := unpackGzip(packed, sizeOf(tt.pieces)); !bytes.Equal(got, Join(tt.pieces)) {
					t.Fatalf("unpackGzip returns %d bytes", len(got))
				}
			}
		})
	}
}

// blocksOf returns the number of fragments of a page that have blocks for their place.
func blocksOf(pieces []Piece) int {
	n := 0
	for i, piece := range pieces {
		if piece.fragment == nil {
			continue
		}
		at := placeOf(pieces, i)
		if deflate, _ := piece.fragment.block(&at); deflate != nil {
			n++
		}
	}
	return n
}

// TestBlocksAreMadeForRepeatedOrders: not for the first page with an order, and for a few cards of a page.
func TestBlocksAreMadeForRepeatedOrders(t *testing.T) {
	cards := make([]*fragment, 24)
	for i := range cards {
		cards[i] = cardFragment(i)
	}
	whole := len(packGzip(page("0", cards...)))
	for i, want := range []int{0, 4, 8, 12, 16, 20, 24, 24} {
		pieces := page(fmt.Sprint(i), cards...)
		if i == 0 {
			continue // was the page above
		}
		packGzip(pieces)
		if got := blocksOf(pieces); got != want {
			t.Errorf("page %d: %d blocks, want %d", i, got, want)
		}
	}
	if got := len(packGzip(page("x", cards...))); got > whole*5/4 {
		t.Errorf("%d bytes with blocks, %d without", got, whole)
	}
}

// TestBlocksAreBounded: those of the last orders are kept.
func TestBlocksAreBounded(t *testing.T) {
	card := cardFragment(0)
	for n := range 20 {
		for range 2 {
			packGzip(page("x", cardFragment(n), card))
		}
		packGzip(page("x", card, card))
		size := 0
		for _, b := range card.blocks {
			size += len(b.deflate)
		}
		if len(card.blocks) > maxBlocks || len(card.seen) > maxSeen || size > len(card.html)/2+maxSpareBlockBytes {
			t.Fatalf("%d blocks of %d bytes, %d histories without", len(card.blocks), size, len(card.seen))
		}
	}
	if pieces := page("x", card, card); blocksOf(pieces) != 2 {
		t.Errorf("%d of the 2 blocks that each page used are kept", blocksOf(pieces))
	}
	noise := make([]byte, 10_000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	incompressible := newFragment(noise)
	for range 3 {
		packGzip([]Piece{kept(incompressible)})
	}
	if len(incompressible.blocks) > 0 {
		t.Error("blocks as large as the HTML are kept")
	}
}

// TestGzipOfRandomPages: fragments in new and in repeated orders, of which some were evicted and made again.
func TestGzipOfRandomPages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var fragments []*fragment
	for n := range 30 {
		fragments = append(fragments, cardFragment(n), newFragment(bytes.Repeat([]byte("<p>"), random.IntN(400))))
	}
	for n := range 400 {
		if random.IntN(4) == 0 {
			fragments[2*random.IntN(30)] = cardFragment(random.IntN(60))
		}
		start := random.IntN(len(fragments))
		var pieces []Piece
		for i := range 40 {
			switch random.IntN(10) {
			case 0:
				pieces = append(pieces, plain(strings.Repeat("own ", random.IntN(200))))
			case 1:
				pieces = append(pieces, kept(fragments[random.IntN(len(fragments))]))
			default:
				pieces = append(pieces, kept(fragments[(start+i)%len(fragments)]))
			}
		}
		if got := gunzip(t, packGzip(pieces)); !bytes.Equal(got, Join(pieces)) {
			t.Fatalf("page %d: %d bytes, want the text of %d", n, len(got), sizeOf(pieces))
		}
	}
}

func TestConcurrentPagesShareBlocks(t *testing.T) {
	cards := make([]*fragment, 12)
	for i := range cards {
		cards[i] = cardFragment(i)
	}
	var packers sync.WaitGroup
	for n := range 8 {
		packers.Go(func() {
			for i := range 20 {
				first := (n + i) % 3
				pieces := page(fmt.Sprint(n, i), cards[first:]...)
				if got := gunzip(t, packGzip(pieces)); !bytes.Equal(got, Join(pieces)) {
					t.Errorf("%d bytes, want the text of %d", len(got), sizeOf(pieces))
				}
			}
		})
	}
	packers.Wait()
}

// wordsOf returns random words up to a size, which compress to a third at the fastest level as those of a page do.
func wordsOf(random *rand.Rand, size int) string {
	syllables := strings.Fields("ma ri be lla vil ta sol mar puer to ba nus ter ra za jar din pis ci na al to lu jo")
	var text strings.Builder
	for text.Len() < size {
		for range 1 + random.IntN(3) {
			text.WriteString(syllables[random.IntN(len(syllables))])
		}
		if text.WriteByte(' '); random.IntN(4) == 0 {
			fmt.Fprintf(&text, `","href":"/properties/?price_to=%d","text":"`, random.IntN(1e6))
		}
	}
	return text.String()
}

// BenchmarkPackGzip compresses pages of 24 cards with 25 KB of chrome and 25 KB of own text. Pages differ in the
// latter: branch prediction would learn a single page.
func BenchmarkPackGzip(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	var cards, chrome []Piece
	for n := range 24 {
		title := wordsOf(random, 120)
		html := bytes.Replace(cardFragment(n).html, []byte("</h3>"), []byte(title+"</h3>"), 1)
		cards = append(cards, kept(newFragment(html)))
	}
	for range 10 {
		html := `<nav class="panel_-SB6wa">` + wordsOf(random, 2450) + `</nav>`
		chrome = append(chrome, kept(newFragment([]byte(html))), plain(`<div class="inner_seF2JW">`))
	}
	var pages, whole [][]Piece
	for range 32 {
		own := func(size int) Piece { return plain(wordsOf(random, size)) }
		page := slices.Concat([]Piece{own(5000)}, chrome[:10], []Piece{own(3000)}, cards, []Piece{own(1000)}, chrome[10:], []Piece{own(16000)})
		pages = append(pages, page)
		whole = append(whole, []Piece{{Text: Join(page)}})
	}
	for _, bb := range []struct {
		name  string
		pages [][]Piece
	}{{"whole document", whole}, {"kept blocks", pages}} {
		b.Run(bb.name, func(b *testing.B) {
			n, packed := 0, 0
			for _, page := range bb.pages { // makes the blocks
				packed += len(packGzip(page))
			}
			b.SetBytes(int64(sizeOf(bb.pages[0])))
			b.ReportAllocs()
			for b.Loop() {
				packed = len(packGzip(bb.pages[n%len(bb.pages)]))
				n++
			}
			b.ReportMetric(float64(packed), "packed-bytes")
		})
	}
}
