package app

import (
	"fmt"

	"estate/internal/app/config"
	"estate/internal/media/basemap"
)

// ImportMap checks a PMTiles file and copies it into the data folder, where the site finds it. A
// file with a problem changes nothing. credit "" means the attribution of the file.
func ImportMap(s config.Settings, file, credit string) error {
	if err := s.MakeDataDir(); err != nil {
		return err
	}
	report, err := basemap.Import(s.MapDir(), file, credit)
	if err != nil {
		return fmt.Errorf("%s, nothing was imported: %w", file, err)
	}
	fmt.Printf("%s: imported %d tiles, zoom %d to %d, %.3f,%.3f to %.3f,%.3f, %d MB\n",
		file, report.Tiles, report.MinZoom, report.MaxZoom, report.South, report.West, report.North, report.East, report.Bytes>>20)
	fmt.Printf("credit on the map: %s\n", report.Credit)
	for _, layer := range report.Missing {
		fmt.Printf("note: no layer %q in the tiles that were read; the map is drawn without it\n", layer)
	}
	return nil
}

// RemoveMap removes the imported map.
func RemoveMap(s config.Settings) error {
	removed, err := basemap.Remove(s.MapDir())
	if err != nil {
		return err
	}
	if removed == 0 {
		fmt.Println("no map is imported")
		return nil
	}
	fmt.Println("removed the imported map; the site shows the built-in one")
	return nil
}
