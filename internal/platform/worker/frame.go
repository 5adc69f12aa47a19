package worker

import (
	"encoding/binary"
	"fmt"
	"io"
)

// A request is [length u32][sequence u32][payload]; a reply has one byte more,
// [length u32][status u8][sequence u32][payload], all big-endian. The reply repeats the
// sequence of its request, so a reply to another request is detected.
const (
	requestHeader = 8
	replyHeader   = 9
)

type status byte

const (
	statusOK status = iota
	statusFailed
)

// appendRequest writes a request frame into buf, which is reused for the next frame.
func appendRequest(buf []byte, seq uint32, payload []byte) []byte {
	buf = binary.BigEndian.AppendUint32(buf[:0], uint32(len(payload)))
	buf = binary.BigEndian.AppendUint32(buf, seq)
	return append(buf, payload...)
}

// readReply reads one reply frame and checks its sequence and its size.
func readReply(r io.Reader, seq uint32, limit int) (status, []byte, error) {
	var head [replyHeader]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[:4])
	st := status(head[4])
	if got := binary.BigEndian.Uint32(head[5:]); got != seq || st > statusFailed {
		return 0, nil, fmt.Errorf("invalid header on the reply pipe: % x", head)
	}
	if int64(size) > int64(limit) {
		return 0, nil, fmt.Errorf("reply of %d bytes exceeds the limit of %d", size, limit)
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r, body); err != nil {
		return 0, nil, err
	}
	return st, body, nil
}
