package wordpress

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Prices and yearly costs as agencies type them, with their period.
func TestPricesSayTheirPeriod(t *testing.T) {
	for price, want := range map[string]content.Price{
		`"1.200 €/mes"`:                   {Amount: 1200, Mode: content.PriceMonth},
		`"1.200 € al mes"`:                {Amount: 1200, Mode: content.PriceMonth},
		`"1,200 pcm"`:                     {Amount: 1200, Mode: content.PriceMonth},
		`"1.200 € mensuales"`:             {Amount: 1200, Mode: content.PriceMonth},
		`"1200 Monthly"`:                  {Amount: 1200, Mode: content.PriceMonth},
		`"Monthly: 1.200 €"`:              {Amount: 1200, Mode: content.PriceMonth},
		`"900 € per week"`:                {Amount: 900, Mode: content.PriceWeek},
		`"180 €/noche"`:                   {Amount: 180, Mode: content.PriceDay},
		`"1.500 €/15 días"`:               {Amount: 1500, Mode: content.Price15Days},
		`"1.500 € la quincena"`:           {Amount: 1500, Mode: content.Price15Days},
		`"2.000 € larga temporada"`:       {Amount: 2000, Mode: content.PriceMonth},
		`"1200pcm"`:                       {Amount: 1200, Mode: content.PriceMonth},
		`"Precio de venta: 450.000 €"`:    {Amount: 450000, Mode: content.PriceSale},
		`{"amount":"1.800 €/mes"}`:        {Amount: 1800, Mode: content.PriceMonth},
		`"€1.2m"`:                         {Amount: 1200000, Mode: content.PriceSale},
		`"450.000 € (entrega inmediata)"`: {Amount: 450000, Mode: content.PriceSale},
	} {
		p := decodeOne(t, i18n.LangEN, `{"id":1,"type":"properties","link":"https://cms.example.test/properties/a/","acf":{"price":`+price+`}}`).(*content.Property)
		if p.Price.Amount != want.Amount || p.Price.Mode != want.Mode || p.Unread != nil {
			t.Errorf("%s: %d, %q, unread %v, want %d, %q", price, p.Price.Amount, p.Price.Mode, p.Unread, want.Amount, want.Mode)
		}
	}
	for price, want := range map[string]string{
		`"12.000 €/año"`: `price mode: "año"`, `"2.500 €/m2"`: `price: "2.500 €/m2"; price mode: "m2"`, `"-450000"`: `price: "-450000"`, `"Mensual"`: `price: "Mensual"`,
	} {
		p := decodeOne(t, i18n.LangEN, `{"id":1,"type":"properties","link":"https://cms.example.test/properties/a/","acf":{"price":`+price+`}}`).(*content.Property)
		if got := strings.Join(p.Unread, "; "); got != want {
			t.Errorf("%s: unread %s, want %s", price, got, want)
		}
	}
	for mode, want := range map[string]content.Price{
		"Price per month": {Amount: 1500, Mode: content.PriceMonth}, "Alquiler vacacional": {Amount: 1500, Mode: content.PriceWeek}, "venta": {Amount: 1500, Mode: content.PriceSale},
		// Nobody knows what the amount is paid for: no visitor reads it as the price of a sale.
		"año": {Amount: 1500, Mode: content.PriceSale, OnAsk: true}, "negotiable": {Amount: 1500, Mode: content.PriceSale, OnAsk: true},
	} {
		p := decodeOne(t, i18n.LangEN, `{"id":1,"type":"properties","link":"https://cms.example.test/properties/a/","acf":{"price":1500,"price_mode":"`+mode+`"}}`).(*content.Property)
		if p.Price.Amount != want.Amount || p.Price.Mode != want.Mode || p.Price.OnAsk != want.OnAsk || want.OnAsk != (p.Unread != nil) {
			t.Errorf("%s: %+v, unread %v, want %+v", mode, p.Price, p.Unread, want)
		}
	}
	p := decodeOne(t, i18n.LangEN, `{"id":1,"type":"properties","link":"https://cms.example.test/properties/a/","acf":{
		"costs":{"community_fee":"120 €/mes","ibi":"900 €/año","waste_tax":"15 € per week"}}}`).(*content.Property)
	if p.Costs.Community != 1440 || p.Costs.IBI != 900 || p.Costs.Waste != 0 || strings.Join(p.Unread, "") != `waste tax: "15 € per week"` {
		t.Errorf("costs %+v, unread %v", p.Costs, p.Unread)
	}
}

func TestFieldsThatAreNotUnderstoodAreRecorded(t *testing.T) {
	p := decodeOne(t, i18n.LangEN, `{"id":1,"type":"properties","link":"https://cms.example.test/properties/a/","acf":{
		"price":"consultar","price_mode":"año","bedrooms":"4 dormitorios","built_size":"200 - 300","plot_size":""}}`).(*content.Property)
	if got := strings.Join(p.Unread, "; "); got != `price: "consultar"; price mode: "año"; built size: "200 - 300"` && got != `price mode: "año"; price: "consultar"; built size: "200 - 300"` {
		t.Errorf("unread %s", got)
	}
	if p.Bedrooms != 4 {
		t.Errorf("%d bedrooms, want 4", p.Bedrooms)
	}
	p = decodeOne(t, i18n.LangEN, `{"id":1,"type":"properties","link":"https://cms.example.test/properties/a/","acf":{"price":"1.200 €/mes"}}`).(*content.Property)
	if p.Price.Mode != content.PriceMonth || p.Price.Amount != 1200 || p.Unread != nil {
		t.Errorf("price %+v, unread %v", p.Price, p.Unread)
	}
}

func TestMediaByIDAlone(t *testing.T) {
	var requested []string
	server := newCMS(t, map[string]http.HandlerFunc{
		"/wp-json/wp/v2/media": func(w http.ResponseWriter, r *http.Request) {
			requested = append(requested, r.URL.Query().Get("include"))
			if fields := strings.Split(r.URL.Query().Get("_fields"), ","); !slices.Contains(fields, "media_details") {
				t.Errorf("fields %v: WordPress sends no size without media_details", fields)
			}
			_, _ = w.Write([]byte(`[{"id":12,"source_url":"/wp-content/uploads/a.jpg","alt_text":"Pool","media_details":{"width":1600,"height":900}},
				{"id":13,"source_url":"/wp-content/uploads/b.jpg","media_details":{"width":800,"height":600}},{"id":14,"source_url":"/wp-content/uploads/plan.pdf"}]`))
		},
		"/wp-json/wp/v2/properties": respondWith(http.StatusOK, `[{"id":1,"type":"properties","slug":"a","link":"/properties/a/","acf":{
			"gallery":["12",13,99],"featured_image":12,"plans":"13","extra":{"pdf":14,"video":{"url":"https://video.example.test/1","title":"x","target":""}}}}]`),
		"/wp-json/acf/v3/options/options": respondWith(http.StatusOK, `{"acf":{"site_title":"A","web_info":{"logo_light_2":12},"logo_dark_mobile":false,
			"sell_link":{"url":"https://www.sell.example.test/","title":"Sell"},"social":[{"name":"Facebook","url":{"url":"https://facebook.example.test/a"}}]}}`),
		"/wp-json/wp/v2/pages": respondWith(http.StatusOK, `[{"id":7,"type":"page","slug":"a","link":"/a/","acf":{"header_image":13,"sections":[
			{"acf_fc_layout":"gallery","pictures":["12",{"id":13,"url":"/wp-content/uploads/b.jpg","width":800,"height":600}]},
			{"acf_fc_layout":"banner","title":"T","picture":"12","call":{"text":"Go","link":{"url":"/contact/","title":"Contact"}}},
			{"acf_fc_layout":"slider","slides":{"0":{"picture":"/wp-content/uploads/c.jpg","title":7}},"seconds":"6"},
			{"acf_fc_layout":"image","picture":false,"caption":"none"},
			{"acf_fc_layout":"about","title":"T","html":"x","figures":{"row-0":{"value":12,"label":"a"},"row-1":{"value":"7","label":"b"}}}]}}]`),
	})
	client := server.client(t, nil)
	found, err := client.BySlug(t.Context(), i18n.LangEN, "properties", "a")
	if err != nil {
		t.Fatal(err)
	}
	p := found[0].(*content.Property)
	if len(p.Gallery) != 2 || p.Gallery[0].URL != "/wp-content/uploads/a.jpg" || p.Gallery[0].Width != 1600 || p.Featured == nil || p.Featured.ID != 12 || len(p.Plans) != 1 {
		t.Errorf("gallery %+v, featured %+v, plans %+v", p.Gallery, p.Featured, p.Plans)
	}
	if p.Extra.PDF != "/wp-content/uploads/plan.pdf" || p.Extra.Video != "https://video.example.test/1" {
		t.Errorf("extra %+v", p.Extra)
	}
	if len(requested) != 1 || requested[0] != "12,13,14,99" {
		t.Errorf("requests of media %v, want one for all", requested)
	}
	settings, err := client.Settings(t.Context(), i18n.LangEN)
	if err != nil || settings.LogoLight != "/wp-content/uploads/a.jpg" || settings.LogoDarkMobile != "" || settings.SellLink[i18n.LangEN] != "https://www.sell.example.test/" ||
		len(settings.Social) != 1 || settings.Social[0].URL != "https://facebook.example.test/a" {
		t.Errorf("settings %+v, %v", settings, err)
	}
	found, err = client.BySlug(t.Context(), i18n.LangEN, "pages", "a")
	if err != nil {
		t.Fatal(err)
	}
	page := found[0].(*content.Page)
	if page.Fields.HeaderImage == nil || page.Fields.HeaderImage.URL != "/wp-content/uploads/b.jpg" {
		t.Errorf("header image %+v", page.Fields.HeaderImage)
	}
	var decoded []any
	for _, section := range page.Sections {
		fields, err := section.Decode()
		if err != nil {
			t.Errorf("%s: %v: %s", section.Layout, err, section.Fields)
		}
		decoded = append(decoded, fields)
	}
	if gallery := decoded[0].(*content.GalleryFields); len(gallery.Pictures) != 2 || gallery.Pictures[0].URL != "/wp-content/uploads/a.jpg" || gallery.Pictures[1].URL != "/wp-content/uploads/b.jpg" {
		t.Errorf("gallery %+v", gallery)
	}
	if banner := decoded[1].(*content.BannerFields); banner.Picture == nil || banner.Picture.ID != 12 || banner.Call == nil || banner.Call.Link != "/contact/" {
		t.Errorf("banner %+v", banner)
	}
	if about := decoded[4].(*content.AboutFields); len(about.Figures) != 2 || about.Figures[0].Value != "12" || about.Figures[1].Label != "b" {
		t.Errorf("about %+v", about)
	}
	if slider := decoded[2].(*content.SliderFields); len(slider.Slides) != 1 || slider.Slides[0].Picture.URL != "/wp-content/uploads/c.jpg" || slider.Slides[0].Title != "7" || slider.Seconds != 6 {
		t.Errorf("slider %+v", slider)
	}
}

func TestPricesOfOtherCurrenciesAreEuros(t *testing.T) {
	server := newCMS(t, nil)
	client := server.client(t, func(c *Config) { c.Rates = map[string]float64{"GBP": 1.2} })
	for _, tt := range []struct {
		fields string
		want   int
		unread bool
	}{
		{`"price":{"amount":1000000,"currency":"GBP","previous":1100000}`, 1200000, false},
		{`"price":{"amount":1000000,"currency":"eur"}`, 1000000, false},
		{`"price":"£1,000,000"`, 1200000, false},
		{`"price":"1000000","currency":"USD"`, 0, true},
		{`"price":"1000000","currency":"€"`, 1000000, false},
	} {
		found, err := client.Decode(i18n.LangEN, []byte(`{"id":1,"type":"properties","link":"/properties/a/",`+tt.fields+`}`))
		if err != nil || len(found) != 1 {
			t.Fatal(err)
		}
		p := found[0].(*content.Property)
		if p.Price.Currency != "" && p.Price.Currency != "EUR" {
			t.Errorf("%s: currency %s", tt.fields, p.Price.Currency)
		}
		if p.Price.Amount != tt.want || (len(p.Unread) > 0) != tt.unread {
			t.Errorf("%s: %+v, unread %v; want %d euros", tt.fields, p.Price, p.Unread, tt.want)
		}
	}
	for fields, want := range map[string][2]int{
		`"price":{"from":100000,"to":200000,"currency":"GBP"}`:  {120000, 240000},
		`"price_from":"£100,000","price_to":"£200,000"`:         {120000, 240000},
		`"price":"GBP 100000"`:                                  {120000, 0},
		`"price_from":100000,"price_to":0,"currency":"USD"`:     {0, 0},
		`"price_from":"€ 100.000","price_to":"","currency":"€"`: {100000, 0},
	} {
		found, err := client.Decode(i18n.LangEN, []byte(`{"id":1,"type":"developments","link":"/developments/a/",`+fields+`}`))
		if err != nil || len(found) != 1 {
			t.Fatal(err)
		}
		if price := found[0].(*content.Development).Price; [2]int{price.From, price.To} != want {
			t.Errorf("%s: %+v, want %v euros", fields, price, want)
		}
	}
}
