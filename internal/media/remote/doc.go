// Package remote fetches originals of pictures from configured hosts only. It follows no
// redirect to another host, connects to no private IP address unless the host is
// configured as private, accepts media types of pictures only, and limits size and time.
//
// It is the only part of media that uses HTTP. Start with Client.
package remote
