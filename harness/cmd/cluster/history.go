package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/anishathalye/porcupine"

	"estate/harness/command"
)

// kind is the kind of an operation on the price of a property.
type kind int

const (
	write     kind = iota
	storeRead      // in a batch of the store: linearizable with the writes
	nodeRead       // the View of a node: old by at most the staleness, never going back
)

// operation is an operation of the history. Times are nanoseconds since its beginning.
type operation struct {
	kind       kind
	property   int
	price      int
	begin, end int64
	failed     bool // a write that may have been committed
	node       int  // of a read on a node
	seq        int  // number of the read on this node
}

// outage is a time in which a node, or all with nil, did not follow the store.
type outage struct {
	begin, end int64
	n          *node
}

// register is the state of a price: its value, and the last read of each node.
type register struct {
	price int
	seq   [nodeCount]int
}

// model is a register for each property. Reads of one node must be taken in their order, so
// a node never goes back to an older price.
var model = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		var parts [][]porcupine.Operation
		for _, one := range history {
			i := one.Input.(operation).property
			for len(parts) <= i {
				parts = append(parts, nil)
			}
			parts[i] = append(parts[i], one)
		}
		return parts
	},
	Init: func() any { return register{seq: [nodeCount]int{-1, -1, -1}} },
	Step: func(state, input, _ any) (bool, any) {
		now, op := state.(register), input.(operation)
		switch op.kind {
		case write:
			now.price = op.price
			return true, now
		case storeRead:
			return op.price == now.price, now
		}
		if op.price != now.price || op.seq <= now.seq[op.node] {
			return false, now
		}
		now.seq[op.node] = op.seq
		return true, now
	},
}

// history prepares operations for the checker. A read on a node may have taken its value at
// any time from staleness before its beginning to its end; during an outage of its node, from
// staleness before the outage. A failed write is left out if it was not committed; if it was, it
// may have been committed at any time after its beginning.
func history(ops []operation, faults []outage, nodes []*node, staleness time.Duration, committed map[string]string) []porcupine.Operation {
	var list []porcupine.Operation
	for _, op := range ops {
		begin, end := op.begin, op.end
		switch {
		case op.kind == write && op.failed:
			if committed[strconv.Itoa(op.price)] == "" {
				continue
			}
			end = math.MaxInt64
		case op.kind == nodeRead:
			begin -= int64(staleness)
			for _, f := range faults {
				if (f.n == nil || f.n == nodes[op.node]) && op.end >= f.begin && op.begin <= f.end {
					begin = min(begin, f.begin-int64(staleness))
				}
			}
		}
		list = append(list, porcupine.Operation{ClientId: int(op.kind)*nodeCount + op.node, Input: op, Call: begin, Return: end})
	}
	return list
}

// checkTimeout bounds the search of the checker.
const checkTimeout = 2 * time.Minute

// checkHistory checks the history of writes and reads.
func (r *run) checkHistory(ctx context.Context) error {
	committed, err := r.prices.writers[0].Notes(ctx, notePrefix)
	if err != nil {
		return err
	}
	counts := map[kind]int{}
	failed, found := 0, 0
	for _, op := range r.prices.ops {
		counts[op.kind]++
		if op.failed {
			failed++
			found += len(committed[strconv.Itoa(op.price)])
		}
	}
	begin := time.Now()
	result := porcupine.CheckOperationsTimeout(model, history(r.prices.ops, r.prices.faults, r.nodes, r.staleness, committed), checkTimeout)
	r.report.Check("history",
		fmt.Sprintf("writes are linearizable; a connected node shows prices of the last %s and never goes back", r.staleness),
		fmt.Sprintf("%s in %s: %d writes (%d failed, %d of them committed), %d reads in the store, %d on nodes", result,
			command.Round(time.Since(begin)),
			counts[write], failed, found, counts[storeRead], counts[nodeRead]), result == porcupine.Ok)
	if result != porcupine.Ok {
		r.printStaleness(committed)
	}
	return nil
}

// printStaleness prints, for a history that is refused, the shortest staleness that it allows.
func (r *run) printStaleness(committed map[string]string) {
	for staleness := r.staleness; staleness <= time.Minute; staleness *= 2 {
		list := history(r.prices.ops, r.prices.faults, r.nodes, staleness, committed)
		if porcupine.CheckOperationsTimeout(model, list, checkTimeout) == porcupine.Ok {
			fmt.Printf("the history is accepted with a staleness of %s\n", staleness)
			return
		}
	}
	fmt.Println("the history is not accepted with any staleness: a write was lost, or a node went back")
}
