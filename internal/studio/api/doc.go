// Package api is the JSON interface of the studio below /studio/api/, and the documents and files of its
// front end. types.go has every request and response; the front end gets them generated.
//
// A response that is not 2xx has a Problem as application/problem+json. Each route checks the session, the
// origin and the role before it reads the body.
//
// Start with types.go, then New and route in api.go; the routes stand in the file of their subject.
package api
