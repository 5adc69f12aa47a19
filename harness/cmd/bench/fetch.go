package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// fetch reads a whole response. encoding is the Accept-Encoding header; with "" the
// HTTP client decompresses by itself.
func fetch(ctx context.Context, url, encoding string) ([]byte, http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, nil, err
	}
	if encoding != "" {
		request.Header.Set("Accept-Encoding", encoding)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	body, err := io.ReadAll(response.Body)
	return body, response.Header, err
}
