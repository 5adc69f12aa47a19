package translations

import (
	"strings"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/view"
	"estate/internal/studio/account"
	"estate/internal/studio/api"
	"estate/internal/studio/upload"
)

// declared are the values of the "*" in a key. A key with a "*" that is not in this table fails the test.
var declared = map[string][]string{
	"alert.problem.*":         {string(alerts.MailMissing), string(alerts.MailInvalid), string(alerts.SearchTooLarge)},
	"badges.*":                {string(content.BadgeSold), string(content.BadgeNew), string(content.BadgeExclusive), string(content.BadgeFeatured), "reserved", "under_offer", "let", "withdrawn"},
	"enquiry.title.*":         forms,
	"errors.*.crumb":          failures,
	"errors.*.text":           failures,
	"errors.*.title":          failures,
	"facts.*":                 facts(),
	"facts.availability.*":    {string(content.UnitAvailable), string(content.UnitReserved), string(content.UnitSold), "under_offer", "let", "withdrawn"},
	"facts.facing.*":          content.Orientations,
	"facts.owned.*":           {string(content.TenureLeasehold), string(content.TenurePartOwnership)},
	"facts.energy.*":          {"rated", "pending", "exempt"},
	"facts.one.*":             slugs(search.NewCatalog(search.Lists{}).Types),
	"features.*":              nil, // any key: an unknown feature is shown as it is
	"header.listing.offers.*": slugs(search.NewCatalog(search.Lists{}).Offers),
	"letter.stay.*":           {"arrival", "nights", "people"},
	"letter.home.*":           {"address", "type", "size", "wanted"},
	"enquiry.home.types.*":    {"villa", "apartment", "penthouse", "townhouse", "country", "plot", "commercial"},
	"enquiry.home.wishes.*":   {"sell", "let", "value"},
	"letter.failure.*":        {"fields", "often", "large", "foreign", "broken"},
	"letter.mail.about.*":     forms,
	"letter.mail.agency.*":    {"name", "mail", "phone", "reference", "page", "language", "policy"},
	"letter.mail.*.subject":   mailTexts,
	"letter.mail.*.greeting":  mailTexts,
	"letter.mail.*.text":      mailTexts,
	"letter.viewing.ways.*":   ways(),
	"letter.problem.*":        problems(),
	"letter.summary.*":        {"homes", "times", "agent", "answer", "confirms"},
	"seo.claim.*":             {"both", "agents", "years"},
	"letter.screen.*":         {"title", "text", "wrong", "thanks", "thanksText", "thanksViewing", "oneDisk", "viewing", "viewingText"},
	"price.mode.*":            {string(content.PriceMonth), string(content.PriceWeek), string(content.PriceDay), string(content.Price15Days)},
	"property.landmark.*":     landmarks(),
	"property.unit.*":         {"name", "type", "floor", "beds", "baths", "built", "terrace", "price", "availability"},
	"search.any.*":            selects,
	"search.field.*":          append([]string{"reference", "sort", "text"}, selects...),
	"search.size.*":           {"built", "plot", "terrace"},
	"search.sort.*":           sorts(),
	"sections.view.*":         {"list", "map"},
	"seo.areas.*.description": areas,
	"seo.areas.*.title":       areas,
	"seo.taxonomies.*":        nil, // an unknown taxonomy has its own name
	"seo.types.*":             nil,

	"studio.answer.*.name":     studioAnswers,
	"studio.answer.*.subject":  append([]string{"confirm"}, studioAnswers...),
	"studio.answer.*.text":     append([]string{"confirm"}, studioAnswers...),
	"studio.edit.*":            studioEdit,
	"studio.enquiry.problem.*": {"state", "note", "subject", "text", "key", "start", "mail", "assignee", "noMailer", "noAddress", "keyUsed", "otherNode"},
	"studio.password.*":        {string(account.PasswordShort), string(account.PasswordLong), string(account.PasswordCommon)},
	"studio.problem.*":         studioProblems(),
	"studio.upload.*":          studioUploads(),
	"studio.user.*":            {"mail", "name", "lang", "role", "author"},

	// The whole key is a value of a table.
	"*": {"search.suggest.property", "search.suggest.development", "footer.legal", "footer.cookies", "footer.privacy"},
}

var (
	areas = []string{"marbella", "marbella-puerto-banus", "nueva-andalucia", "marbella-este", "marbella-golden-mile", "san-pedro-de-alcantara"}
	forms = []string{string(view.EnquiryContact), string(view.EnquiryProperty), string(view.EnquiryDevelopment), string(view.EnquirySell), string(view.EnquiryViewing)}
	// studioAnswers are the prepared answers to an enquiry.
	studioAnswers = []string{"received", "viewing", "times", "gone", "sell", "contact"}
	// studioEdit are what the save call and the list of properties of the studio say.
	studioEdit = []string{
		"malformed", "unknown", "type", "too_long", "list_long", "characters", "range", "choice", "address", "phone", "mail",
		"missing", "reference_taken", "reference_trash", "position", "cadastral", "date", "price_jump", "price_on_ask", "price_public",
		"picture", "file", "slug", "slug_changes", "from_feed", "missing_reference", "missing_offer", "missing_type", "missing_city", "missing_national",
		"missing_sheet", "missing_title_all", "missing_description_all",
		"missing_energy", "missing_registration", "missing_price", "missing_picture", "missing_title", "missing_description",
		"language_en", "language_es", "refused",
	}
	// mailTexts are the kinds of confirmations.
	mailTexts = []string{"confirmation", "viewing"}
	failures  = []string{"notFound", "gone", "gonePage", "upstream", "internal"}
	selects   = []string{"offer", "type", "location", "beds", "baths", "priceFrom", "priceTo", "category", "options"}
)

func studioUploads() []string {
	texts := []string{"many", "busy"}
	for _, reason := range upload.Reasons {
		texts = append(texts, string(reason))
	}
	return texts
}

func studioProblems() []string {
	var types []string
	for _, problem := range api.ProblemTypes {
		types = append(types, string(problem))
	}
	return types
}

func landmarks() []string {
	var kinds []string
	for _, kind := range content.LandmarkKinds {
		kinds = append(kinds, string(kind))
	}
	return kinds
}

func facts() []string {
	var keys []string
	for _, key := range []view.FactKey{
		view.FactBedrooms, view.FactBathrooms, view.FactPlotSize, view.FactBuiltSize, view.FactTerraceSize,
		view.FactReference, view.FactType, view.FactDelivery, view.FactUnits, view.FactRegistration,
		view.FactUsableSize, view.FactBuiltYear, view.FactOrientation, view.FactFloor, view.FactTenure, view.FactAddress,
		view.FactCommunityFee, view.FactIBI, view.FactWasteTax, view.FactNationalRegistration,
	} {
		keys = append(keys, string(key))
	}
	return keys
}

func ways() []string {
	var keys []string
	for _, way := range leads.Ways {
		keys = append(keys, string(way))
	}
	return keys
}

func problems() []string {
	var keys []string
	for _, problem := range []leads.Problem{
		leads.NameMissing, leads.NameLong, leads.NoWayToAnswer, leads.MailWrong, leads.PhoneWrong, leads.MessageLong,
		leads.PrivacyMissing, leads.WrongCharacters, leads.WayMissing, leads.DayMissing, leads.DayClosed, leads.TimeMissing,
		leads.TimeClosed, leads.WishTwice, leads.PhoneMissing,
	} {
		keys = append(keys, string(problem))
	}
	return keys
}

func sorts() []string {
	var keys []string
	for _, sort := range search.Sorts {
		keys = append(keys, string(sort))
	}
	return keys
}

func slugs(options []search.Option) []string {
	var keys []string
	for _, option := range options {
		keys = append(keys, option.Slug)
	}
	return keys
}

// expand replaces the "*" of a key by a value.
func expand(key, value string) string { return strings.Replace(key, "*", value, 1) }
