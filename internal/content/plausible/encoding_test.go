package plausible

import "testing"

func TestTextsOfAWrongEncodingAreRepairedWhereItIsCertain(t *testing.T) {
	for written, want := range map[string]string{
		"Villa in OjÃ©n":                             "Villa in Ojén",
		"BenahavÃ\u00ads":                            "Benahavís",
		"Ã\u0081tico dÃºplex, 3 baÃ±os":              "Ático dúplex, 3 baños",
		"ÃƒÂ\u0081tico en OjÃƒÂ©n":                   "Ático en Ojén", // read twice
		"450.000 â‚¬, 120 mÂ²":                       "450.000 €, 120 m²",
		"the agentâ€™s choice â€“ a â€œhomeâ€\u009d": "the agent’s choice – a “home”",
		"Sea viewsÂ\u00a0only":                       "Sea views\u00a0only",
		"ðŸ\u008f¡ and Ojén":                         "🏡 and Ojén", // mixed
		"Ã\u0091orÃ±o":                               "Ñorño",
		"Ojén – CASA ÃNGEL, Ä, Å, ð":                 "Ojén – CASA ÃNGEL, Ä, Å, ð",
		"the agentâ€? and Oj\uFFFDn":                 "the agentâ€? and Oj\uFFFDn", // a byte is lost
		"Plain text":                                 "Plain text",
		"CORAÇÃO, ÂNGULO, château":                   "CORAÇÃO, ÂNGULO, château",
	} {
		if got := Repaired(written); got != want {
			t.Errorf("Repaired(%q) = %q, want %q", written, got, want)
		}
	}
}
