package main

import (
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// second is a time of a history in the tests.
func second(s float64) int64 { return int64(s * float64(time.Second)) }

func wrote(price int, begin, end float64) operation {
	return operation{kind: write, price: price, begin: second(begin), end: second(end)}
}

func shown(node, seq, price int, at float64) operation {
	return operation{kind: nodeRead, node: node, seq: seq, price: price, begin: second(at), end: second(at + 0.1)}
}

func TestHistoryChecksWhatIsPromised(t *testing.T) {
	const staleness = 2 * time.Second
	nodes := []*node{{name: "a"}, {name: "b"}, {name: "c"}}
	stored := func(price int, at float64) operation {
		return operation{kind: storeRead, price: price, begin: second(at), end: second(at + 0.1)}
	}
	lost := func(op operation) operation { op.failed = true; return op }
	first, next := wrote(1, 0, 0.1), wrote(2, 10, 10.1)
	for _, test := range []struct {
		name      string
		ops       []operation
		faults    []outage
		committed map[string]string
		want      porcupine.CheckResult
	}{
		{name: "store and nodes show the last price", ops: []operation{first, next, stored(2, 11), shown(0, 0, 2, 11)}, want: porcupine.Ok},
		{name: "the store shows an old price", ops: []operation{first, next, stored(1, 11)}, want: porcupine.Illegal},
		{name: "a node is late within the limit", ops: []operation{first, next, shown(0, 0, 1, 11)}, want: porcupine.Ok},
		{name: "a node is late beyond the limit", ops: []operation{first, next, shown(0, 0, 1, 13)}, want: porcupine.Illegal},
		{name: "a node shows a price before it is written", ops: []operation{first, next, shown(0, 0, 2, 9)}, want: porcupine.Illegal},
		{name: "a node goes back", ops: []operation{first, next, shown(0, 0, 2, 11), shown(0, 1, 1, 11.5)}, want: porcupine.Illegal},
		{name: "two nodes differ within the limit", ops: []operation{first, next, shown(0, 0, 2, 11), shown(1, 0, 1, 11.5)}, want: porcupine.Ok},
		{
			name: "a node that is cut off is late", ops: []operation{first, next, shown(1, 0, 1, 20)},
			faults: []outage{{begin: second(9), end: second(25), n: nodes[1]}}, want: porcupine.Ok,
		},
		{
			name: "another node is cut off", ops: []operation{first, next, shown(0, 0, 1, 20)},
			faults: []outage{{begin: second(9), end: second(25), n: nodes[1]}}, want: porcupine.Illegal,
		},
		{
			name: "a node that is cut off goes back", ops: []operation{first, next, shown(1, 0, 2, 11), shown(1, 1, 1, 20)},
			faults: []outage{{begin: second(9), end: second(25)}}, want: porcupine.Illegal,
		},
		{name: "a failed write that was not committed is shown", ops: []operation{first, lost(next), stored(2, 11)}, want: porcupine.Illegal},
		{
			name: "a failed write that was committed is shown later", ops: []operation{first, lost(next), stored(1, 11), stored(2, 12)},
			committed: map[string]string{"2": "1"}, want: porcupine.Ok,
		},
	} {
		got := porcupine.CheckOperationsTimeout(model, history(test.ops, test.faults, nodes, staleness, test.committed), time.Minute)
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
