package replica

import (
	"context"
	"fmt"
	"strconv"

	"estate/internal/content"
	"estate/internal/store"
)

// Numbers from content.FirstFeedID on belong to feeds: those of this site, or those of a CMS that is an
// Estate with feeds. A note in the batch that stores an entity tells that it is a copy of the CMS.
const copiedPrefix = "replica copied "

func copiedNote(endpoint string, id int) string {
	return copiedPrefix + endpoint + "/" + strconv.Itoa(id)
}

// noteCopied notes that an entity with the number of a feed is a copy, or with copied false that there
// is none any more.
func noteCopied(b *store.Batch, endpoint string, id int, copied bool) error {
	if id < content.FirstFeedID {
		return nil
	}
	text := ""
	if copied {
		text = "1"
	}
	return b.PutNote(copiedNote(endpoint, id), text)
}

// splitStamps separates what is stored of a post type: copies of the CMS, and the entities of the
// feeds of this site, which the replica neither writes nor deletes.
func splitStamps(ctx context.Context, st *store.Store, t postType) (copies, feeds map[int]store.Stamp, err error) {
	stamps, err := st.Stamps(ctx, t.typ)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errStore, err)
	}
	copies, feeds = make(map[int]store.Stamp, len(stamps)), map[int]store.Stamp{}
	for _, stamp := range stamps {
		if stamp.ID < content.FirstFeedID {
			copies[stamp.ID] = stamp
		} else {
			feeds[stamp.ID] = stamp
		}
	}
	if len(feeds) == 0 {
		return copies, feeds, nil
	}
	notes, err := st.Notes(ctx, copiedPrefix+t.endpoint+"/")
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errStore, err)
	}
	for text := range notes {
		id, _ := strconv.Atoi(text)
		if stamp, stored := feeds[id]; stored {
			copies[id] = stamp
			delete(feeds, id)
		}
	}
	return copies, feeds, nil
}
