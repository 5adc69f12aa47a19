package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM writes the software bill of materials in CycloneDX's form: the Go modules in the program, and
// the npm packages in the bundles and beside the program.
func (l *lockFile) writeSBOM(program, path string, r *release) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	components := []cdx.Component{{
		Type: cdx.ComponentTypeLibrary, Name: "Go standard library", Version: strings.TrimPrefix(info.GoVersion, "go"),
		PackageURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"),
	}}
	for _, module := range info.Deps {
		components = append(components, cdx.Component{
			Type: cdx.ComponentTypeLibrary, Name: module.Path, Version: module.Version,
			PackageURL: "pkg:golang/" + module.Path + "@" + module.Version,
		})
	}
	shipped := l.shipped()
	for _, name := range slices.Sorted(maps.Keys(shipped)) {
		component, err := npmComponent(name, shipped[name])
		if err != nil {
			return err
		}
		components = append(components, component)
	}
	for i := range components {
		components[i].BOMRef = components[i].PackageURL
	}
	bill := cdx.NewBOM()
	bill.Metadata = &cdx.Metadata{
		Timestamp: r.time.Format("2006-01-02T15:04:05Z"),
		Component: &cdx.Component{Type: cdx.ComponentTypeApplication, Name: "estate", Version: r.version, BOMRef: "estate"},
	}
	bill.Components = &components
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := cdx.NewBOMEncoder(file, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bill); err != nil {
		_ = file.Close() // the error of the encoder is the cause
		return err
	}
	return file.Close()
}

func npmComponent(name string, entry lockedPackage) (cdx.Component, error) {
	component := cdx.Component{
		Type: cdx.ComponentTypeLibrary, Name: name, Version: entry.Version,
		PackageURL: "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + entry.Version,
	}
	if entry.License != "" {
		component.Licenses = &cdx.Licenses{{Expression: entry.License}}
	}
	if sum, ok := strings.CutPrefix(entry.Integrity, "sha512-"); ok {
		bytes, err := base64.StdEncoding.DecodeString(sum)
		if err != nil {
			return component, fmt.Errorf("integrity of %s: %w", name, err)
		}
		component.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA512, Value: hex.EncodeToString(bytes)}}
	}
	return component, nil
}
