// Package mediasync keeps the folder of originals of each node equal to a bucket, so that several
// nodes share their pictures without a shared folder.
//
// Every node has a whole copy, and pages never wait for the store: Run uploads what is new or
// changed in the folder, and downloads what other nodes have uploaded. Fetch brings a file that
// is needed before that. The last writer of a file wins. Nothing is deleted in the bucket. A file
// that is deleted here, such as an old picture of Instagram, is not downloaded again.
package mediasync
