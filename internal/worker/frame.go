package worker

import (
	"encoding/binary"
	"fmt"
	"io"
)

// A request is [length u32][sequence u32][payload]; a reply has one byte more,
// [length u32][status u8][sequence u32][payload], all big-endian. The sequence
// comes back in the reply: bytes that are no answer to this very request are found out.
const (
	requestHeader = 8
	replyHeader   = 9
)

type status byte

const (
	statusOK status = iota
	statusFailed
)

// appendRequest writes a request frame into buf, which is reused between frames.
func appendRequest(buf []byte, seq uint32, payload []byte) []byte {
	buf = binary.BigEndian.AppendUint32(buf[:0], uint32(len(payload)))
	buf = binary.BigEndian.AppendUint32(buf, seq)
	return append(buf, payload...)
}

// readReply reads one reply frame and proves that it answers seq.
func readReply(r io.Reader, seq uint32, limit int) (status, []byte, error) {
	var head [replyHeader]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[:4])
	st := status(head[4])
	if got := binary.BigEndian.Uint32(head[5:]); got != seq || st > statusFailed {
		return 0, nil, fmt.Errorf("garbage on the reply pipe: % x", head)
	}
	if int64(size) > int64(limit) {
		return 0, nil, fmt.Errorf("reply of %d bytes is beyond the limit of %d", size, limit)
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r, body); err != nil {
		return 0, nil, err
	}
	return st, body, nil
}
