package shareddict

import (
	"sync"

	"github.com/maypok86/otter/v2"
)

// Encoding is the content encoding of brotli with a dictionary (RFC 9842).
const Encoding = "dcb"

// magic begins a dcb stream, before the hash of the dictionary (RFC 9842, section 4).
const magic = "\xffDCB"

// maxPackers bounds the compressors of samples, and so their memory: two languages, two samples.
const maxPackers = 4

// packers are compressors of samples, the last used ones.
type packers struct {
	mu   sync.Mutex
	list []*packer // last used first
}

type packer struct {
	hash Hash
	once sync.Once
	enc  *encoder
	err  error
}

// of returns the compressor of a dictionary.
func (p *packers) of(d *Dictionary) (*encoder, error) {
	p.mu.Lock()
	found := &packer{hash: d.hash}
	for i, known := range p.list {
		if known.hash == d.hash {
			found = known
			p.list = append(p.list[:i], p.list[i+1:]...)
			break
		}
	}
	p.list = append([]*packer{found}, p.list[:min(len(p.list), maxPackers-1)]...)
	p.mu.Unlock()
	found.once.Do(func() {
		var content []byte
		if content, found.err = d.Content(); found.err == nil {
			found.enc = newEncoder(content)
		}
	})
	return found.enc, found.err
}

// Pack compresses a body with a sample: about 0.6 ms for a View, 2 ms for a document. It is nil if the
// dictionary cannot be read any more.
func (d *Dictionary) Pack(body []byte) []byte {
	enc, err := d.library.packers.of(d)
	if err != nil {
		d.library.cfg.Log.Warn("a compression dictionary could not be used", "err", err)
		return nil
	}
	return d.stream(enc, body)
}

func (d *Dictionary) stream(enc *encoder, body []byte) []byte {
	return enc.encode(append([]byte(magic), d.hash[:]...), body)
}

// deltas are files of the running build, compressed with files of earlier ones.
type deltas struct {
	mu    sync.Mutex // one is made at a time
	cache *otter.Cache[deltaKey, []byte]
}

type deltaKey struct {
	name string
	hash Hash
}

// deltaBytes bounds the memory of the deltas.
const deltaBytes = 4 << 20

func (d *deltas) init() {
	d.cache = otter.Must(&otter.Options[deltaKey, []byte]{
		MaximumWeight: deltaBytes,
		Weigher:       func(key deltaKey, body []byte) uint32 { return uint32(len(key.name) + len(body) + 128) },
	})
}

// PackAsset compresses a file of the running build. It is made once for each dictionary.
func (d *Dictionary) PackAsset(name string, body []byte) []byte {
	deltas, key := &d.library.deltas, deltaKey{name, d.hash}
	if packed, ok := deltas.cache.GetIfPresent(key); ok {
		return packed
	}
	deltas.mu.Lock()
	defer deltas.mu.Unlock()
	if packed, ok := deltas.cache.GetIfPresent(key); ok {
		return packed
	}
	content, err := d.Content()
	if err != nil {
		return nil // the folder was removed: the browser gets the whole file
	}
	packed := d.stream(newEncoder(content), body)
	deltas.cache.Set(key, packed)
	return packed
}
