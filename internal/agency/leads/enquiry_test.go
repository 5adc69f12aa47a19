package leads

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"estate/internal/content/i18n"
)

// validEnquiry is a form without problems.
func validEnquiry() Enquiry {
	return Enquiry{
		Lang: i18n.LangEN, Kind: "property", Page: "/properties/villa-azul/", Reference: "ZR-1001P",
		Name: "Ana Gómez", Mail: "ana@example.com", Phone: "+34 600 100 200", Message: "May I visit on Friday?", Privacy: true,
	}
}

func TestInvalidFieldsAreReported(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Enquiry)
		want   Problems
	}{
		{"valid", func(*Enquiry) {}, Problems{}},
		{"no name", func(e *Enquiry) { e.Name = " \t " }, Problems{FieldName: NameMissing}},
		{"longest name", func(e *Enquiry) { e.Name = strings.Repeat("ñ", 100) }, Problems{}},
		{"name too long", func(e *Enquiry) { e.Name = strings.Repeat("ñ", 101) }, Problems{FieldName: NameLong}},
		{"name with a control character", func(e *Enquiry) { e.Name = "Ana\x00" }, Problems{FieldName: WrongCharacters}},
		{"name that is no UTF-8", func(e *Enquiry) { e.Name = "Ana\xff" }, Problems{FieldName: WrongCharacters}},
		{"mail alone", func(e *Enquiry) { e.Phone = "" }, Problems{}},
		{"phone alone", func(e *Enquiry) { e.Mail = "" }, Problems{}},
		{"neither", func(e *Enquiry) { e.Mail, e.Phone = "", " " }, Problems{FieldMail: NoWayToAnswer}},
		{"mail without a domain", func(e *Enquiry) { e.Mail = "ana@localhost" }, Problems{FieldMail: MailWrong}},
		{"mail without at", func(e *Enquiry) { e.Mail = "ana.example.com" }, Problems{FieldMail: MailWrong}},
		{"mail with a name", func(e *Enquiry) { e.Mail = "Ana <ana@example.com>" }, Problems{FieldMail: MailWrong}},
		{"two mails", func(e *Enquiry) { e.Mail = "a@example.com,b@example.com" }, Problems{FieldMail: MailWrong}},
		{"mail with a header", func(e *Enquiry) { e.Mail = "a@example.com\r\nBcc: b@example.com" }, Problems{FieldMail: MailWrong}},
		{"mail in an address literal", func(e *Enquiry) { e.Mail = "a@[127.0.0.1]" }, Problems{FieldMail: MailWrong}},
		{"mail too long", func(e *Enquiry) { e.Mail = strings.Repeat("a", 250) + "@example.com" }, Problems{FieldMail: MailWrong}},
		{"mail with a plus", func(e *Enquiry) { e.Mail = "ana+casa@example.co.uk" }, Problems{}},
		{"mail with an accented domain", func(e *Enquiry) { e.Mail = "ana@españa.es" }, Problems{}},
		{"phone with letters", func(e *Enquiry) { e.Phone = "call me" }, Problems{FieldPhone: PhoneWrong}},
		{"phone too short", func(e *Enquiry) { e.Phone = "12345" }, Problems{FieldPhone: PhoneWrong}},
		{"phone too long", func(e *Enquiry) { e.Phone = strings.Repeat("1", 21) }, Problems{FieldPhone: PhoneWrong}},
		{"phone as people write it", func(e *Enquiry) { e.Phone = "(0034) 600-10.02/00" }, Problems{}},
		{"no message", func(e *Enquiry) { e.Message = "" }, Problems{}},
		{"longest message", func(e *Enquiry) { e.Message = strings.Repeat("á", 4000) }, Problems{}},
		{"message too long", func(e *Enquiry) { e.Message = strings.Repeat("á", 4001) }, Problems{FieldMessage: MessageLong}},
		{"message with an escape", func(e *Enquiry) { e.Message = "\x1b[31m" }, Problems{FieldMessage: WrongCharacters}},
		{"no consent", func(e *Enquiry) { e.Privacy = false }, Problems{FieldPrivacy: PrivacyMissing}},
		{"everything at once", func(e *Enquiry) { *e = Enquiry{} }, Problems{FieldName: NameMissing, FieldMail: NoWayToAnswer, FieldPrivacy: PrivacyMissing}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := validEnquiry()
			tt.change(&e)
			lead, got := e.Check()
			if !maps.Equal(got, tt.want) {
				t.Errorf("problems %v, want %v", got, tt.want)
			}
			if (lead != nil) != (len(tt.want) == 0) {
				t.Errorf("lead %v with problems %v", lead, got)
			}
		})
	}
}

func TestEveryProblemHasAMessageInBothLanguages(t *testing.T) {
	all := Problems{
		"a": NameMissing, "b": NameLong, "c": NoWayToAnswer, "d": MailWrong, "e": PhoneWrong, "f": MessageLong, "g": PrivacyMissing, "h": WrongCharacters,
	}
	english, spanish := all.In(i18n.LangEN), all.In(i18n.LangES)
	for field, problem := range all {
		for _, text := range []string{english[string(field)], spanish[string(field)]} {
			if text == "" || strings.Contains(text, "letter.") {
				t.Errorf("the message of %s is %q", problem, text)
			}
		}
		if english[string(field)] == spanish[string(field)] {
			t.Errorf("%s has the same message in English and Spanish: %q", problem, english[string(field)])
		}
	}
}

func TestInvalidHiddenFieldsAreIgnored(t *testing.T) {
	e := validEnquiry()
	e.Kind, e.Page, e.Reference, e.Lang = "bitcoin", "https://evil.example/", "<script>", "xx"
	lead, problems := e.Check()
	if len(problems) > 0 {
		t.Fatalf("problems %v, want none: the visitor cannot correct hidden fields", problems)
	}
	if lead.Kind != KindContact || lead.Page != "" || lead.Reference != "" || lead.Lang != i18n.LangEN {
		t.Errorf("kept kind %q, page %q, reference %q, language %q", lead.Kind, lead.Page, lead.Reference, lead.Lang)
	}
	for _, page := range []string{"//evil.example/", "/a b", "/a\nb", `/"`, `/\evil.example`, "/" + strings.Repeat("a", 600)} {
		e.Page = page
		if lead, _ := e.Check(); lead.Page != "" {
			t.Errorf("page %q was kept as %q", page, lead.Page)
		}
	}
}

func TestEqualEnquiriesHaveEqualFingerprints(t *testing.T) {
	base, _ := validEnquiry().Check()
	same := validEnquiry()
	same.Name, same.Mail, same.Phone, same.Message = "  ana  gómez ", "ANA@example.com", "+34600100200", "May I visit\r\non Friday?  "
	lead, problems := same.Check()
	if len(problems) > 0 || lead.Fingerprint != base.Fingerprint {
		t.Errorf("white space and case change the fingerprint (problems %v)", problems)
	}
	changes := map[string]func(*Enquiry){
		"message": func(e *Enquiry) { e.Message = "May I visit on Monday?" }, "name": func(e *Enquiry) { e.Name = "Ana" },
		"mail": func(e *Enquiry) { e.Mail = "b@example.com" }, "home": func(e *Enquiry) { e.Reference = "ZR-2" },
		"page": func(e *Enquiry) { e.Page = "/contact/" }, "kind": func(e *Enquiry) { e.Kind = "sell" }, "phone": func(e *Enquiry) { e.Phone = "600100201" },
	}
	for _, field := range slices.Sorted(maps.Keys(changes)) {
		e := validEnquiry()
		changes[field](&e)
		if lead, _ := e.Check(); lead.Fingerprint == base.Fingerprint {
			t.Errorf("another %s has the same fingerprint", field)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("Ana", "ana@example.com", "600100200", "hello", "/contact/", "ZR-1P")
	f.Add("\xff", "a@b", "+", "\r\n.\r\n", "//", "'")
	f.Fuzz(func(t *testing.T, name, address, phone, message, page, reference string) {
		lead, problems := Enquiry{
			Lang: i18n.LangES, Name: name, Mail: address, Phone: phone, Message: message, Page: page, Reference: reference, Privacy: true,
		}.Check()
		if len(problems) > 0 {
			return
		}
		for _, text := range []string{lead.Name, lead.Mail, lead.Phone, lead.Page, lead.Reference} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\r\n\x00") {
				t.Errorf("a one-line field was accepted as %q", text)
			}
		}
		if !utf8.ValidString(lead.Message) || utf8.RuneCountInString(lead.Message) > maxMessageLength {
			t.Errorf("an invalid message was accepted")
		}
		if lead.Mail == "" && lead.Phone == "" {
			t.Error("a lead has neither mail nor phone")
		}
	})
}

func TestTextsInAnyScriptAreStoredUnchanged(t *testing.T) {
	for _, text := range []string{"Seán O'Brien-Peña", "José Mª “Pepe” Ñáñez", "李小龙", "عائشة", "👨‍👩‍👧‍👦 🏡", "<b>Ana</b> & \"co\""} {
		e := validEnquiry()
		e.Name, e.Message = text, text
		lead, problems := e.Check()
		if len(problems) > 0 || lead.Name != text || lead.Message != text {
			t.Errorf("%q became %+v with %v", text, lead, problems)
		}
	}
}

func TestBidirectionalControlsAreRemoved(t *testing.T) {
	e := validEnquiry()
	e.Name, e.Message = "Ana\u202egnp.exe\u2066", "a\u202bb"
	lead, problems := e.Check()
	if len(problems) > 0 || lead.Name != "Anagnp.exe" || lead.Message != "ab" {
		t.Errorf("got %+v with %v, want no control characters", lead, problems)
	}
}

func TestAStayIsStoredWithTheMessage(t *testing.T) {
	e := Enquiry{
		Lang: i18n.LangEN, Kind: "property", Reference: "ZRE2001P", Name: "Ana", Mail: "ana@example.org", Privacy: true, Message: "Is there a cot?",
		Stay: Stay{Arrival: "2027-08-02", Nights: "7", People: "6"},
	}
	lead, problems := e.Check()
	if want := "Arrival: 2 August 2027\nNights: 7\nGuests: 6\n\nIs there a cot?"; len(problems) > 0 || lead.Message != want {
		t.Errorf("message %q, problems %v; want %q", lead.Message, problems, want)
	}
	e.Lang, e.Stay.Arrival = i18n.LangES, "primera semana de agosto"
	if lead, _ := e.Check(); !strings.HasPrefix(lead.Message, "Llegada: primera semana de agosto\nNoches: 7") {
		t.Errorf("message %q; want the words of the visitor", lead.Message)
	}
	e.Kind = "contact"
	if lead, _ := e.Check(); lead.Message != "Is there a cot?" {
		t.Errorf("a contact has the message %q; want that of the visitor only", lead.Message)
	}
}

func TestHomeToSellIsStoredWithTheMessage(t *testing.T) {
	enquiry := Enquiry{
		Lang: i18n.LangES, Kind: "sell", Page: "/vender/", Name: "Ana", Phone: "+34 600 000 000", Message: "Llámeme.", Privacy: true,
		Home: Home{Address: " Calle Mayor 1\nMarbella", Type: "Villa", Size: "320", Wanted: "Venderla"},
	}
	lead, problems := enquiry.Check()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	const want = "Dirección: Calle Mayor 1 Marbella\nTipo: Villa\nSuperficie: 320\nDesea: Venderla\n\nLlámeme."
	if lead.Message != want {
		t.Errorf("message %q, want %q", lead.Message, want)
	}
	enquiry.Kind = "contact"
	if lead, _ := enquiry.Check(); lead.Message != "Llámeme." {
		t.Errorf("a contact has the message %q", lead.Message)
	}
}
