package api_test

import (
	"net/http"
	"testing"

	"estate/internal/studio/api"
)

func TestADraftIsKeptReadAndDiscarded(t *testing.T) {
	d := newDesk(t)
	const path = "entities/properties/1/draft"
	var draft api.Draft
	if code := d.call("editor", "GET", path, "", &draft); code != http.StatusOK || draft.Changes == nil || draft.Version != "" {
		t.Fatalf("no draft %d: %+v", code, draft)
	}
	const body = `{"changes":[{"path":"title.en","from":"Villa","to":"Casa Alba"}],"seen":""}`
	if code := d.call("editor", "PUT", path, body, &draft); code != http.StatusOK || draft.By != "editor" || draft.Version == "" {
		t.Fatalf("kept %d: %+v", code, draft)
	}
	var problem api.Problem
	if code := d.call("owner", "PUT", path, body, &problem); code != http.StatusConflict || problem.Type != api.ProblemConflict {
		t.Errorf("a draft that was not seen %d: %+v", code, problem)
	}
	var list api.PropertyList
	if code := d.call("owner", "GET", "properties?q=alba", "", &list); code != http.StatusOK || list.Total != 1 || list.Properties[0].DraftBy != "editor" {
		t.Errorf("list %d: %+v", code, list)
	}
	if code := d.call("agent", "GET", path, "", nil); code != http.StatusForbidden {
		t.Errorf("another agent reads it: %d", code)
	}
	if code := d.call("owner", "DELETE", path+"?version="+draft.Version, "", &draft); code != http.StatusOK || draft.Version != "" {
		t.Errorf("discarded %d: %+v", code, draft)
	}
}
