package portals

import "testing"

func TestCountriesAreFoundByNameAndCode(t *testing.T) {
	for text, want := range map[string]string{
		"Spain": "ES", " españa ": "ES", "ESP": "ES", "es": "ES", "Portugal": "PT", "Italia": "IT", "Gibraltar": "GI", "UK": "GB", "Reino Unido": "GB",
		"Marruecos": "MA", "Andorra": "AD", "United Arab Emirates": "AE", "": "", "Europe": "", "ZZ": "", "Atlantis": "",
	} {
		if got := CountryCode(text); got != want {
			t.Errorf("CountryCode(%q) = %q, want %q", text, got, want)
		}
	}
	for code, want := range map[string]string{"ES": "Spain", "PT": "Portugal", "GB": "United Kingdom", "": "", "??": "", "ZZ": ""} {
		if got := CountryName(code); got != want {
			t.Errorf("CountryName(%q) = %q, want %q", code, got, want)
		}
	}
}

func TestEachProvinceHasAMiddle(t *testing.T) {
	for _, province := range Provinces {
		if lat, lng, ok := CentreOf(province); !ok || lat < 27 || lat > 44 || lng < -19 || lng > 5 {
			t.Errorf("the middle of %s is %v, %v, %v", province, lat, lng, ok)
		}
	}
	if _, _, ok := CentreOf("Atlantis"); ok {
		t.Error("Atlantis has a middle")
	}
}
