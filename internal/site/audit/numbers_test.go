package audit

import (
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Legal numbers that nobody has replaced stay on a site for years.
func TestLegalNumbersInTextsAreRead(t *testing.T) {
	for text, says := range map[string]string{
		"Casas del Sur, S.L. NIF B00000000.":                                        "B00000000 is no tax number",
		"<p>Tax number <b>B12345678</b></p>":                                        "B12345678 is no tax number",
		"C.I.F.: A-58818501, Madrid":                                                "",
		"NIF 12345678Z":                                                             "",
		"NIF 12345678A":                                                             "12345678A is no tax number",
		"Licence no. 0000 (sample). Decree 218/2005: ask us.":                       "0000 is a sample",
		"Licencia n.º 0000 (de muestra).":                                           "0000 is a sample",
		"Inscrita en el Registro Mercantil de Málaga, tomo 0, hoja MA-00000.":       "00000 is a sample",
		"Registro de agentes, número XXXX":                                          "XXXX is a sample",
		"Registered with licence 4711. The price is 1.000.000 €":                    "",
		"The licence of first occupation, 600 000 euros, telephone +34 952 000 000": "",
		"VAT number DE123456789":                                                    "",
	} {
		a := &audit{report: &Report{Count: map[Group]int{}}}
		a.numbers("page", text)
		switch {
		case says == "" && len(a.report.Findings) > 0:
			t.Errorf("%q: %+v, want none", text, a.report.Findings)
		case says != "" && (len(a.report.Findings) != 1 || !strings.Contains(a.report.Findings[0].Text, says)):
			t.Errorf("%q: %+v, want one with %q", text, a.report.Findings, says)
		}
	}
}

func TestARegistrationNumberInTheTextOnlyIsReported(t *testing.T) {
	for field, want := range map[string]string{"": "its field has none", "VFT/MA/00002": "its field VFT/MA/00002", "VFT/MA/12345": ""} {
		a := &audit{report: &Report{Count: map[Group]int{}}}
		text := i18n.Text{i18n.LangEN: "<p>By the sea. VFT/MA/12345</p>", i18n.LangES: "<p>VFT/MA/12345</p>"}
		a.registration("home", &content.Property{Description: text, Registration: field})
		if want == "" && len(a.report.Findings) > 0 || want != "" && (len(a.report.Findings) != 1 || !strings.Contains(a.report.Findings[0].Text, want)) {
			t.Errorf("field %q: %+v, want %q", field, a.report.Findings, want)
		}
	}
}
