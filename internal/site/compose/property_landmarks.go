package compose

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// landmarkCount is the number of landmarks of a kind that are named, 1 for the others.
var landmarkCount = map[content.LandmarkKind]int{content.LandmarkGolf: 2, content.LandmarkSchool: 2}

// toldDistance matches a distance in a folded text: "200 m", "five minutes", "primera linea".
var toldDistance = regexp.MustCompile(`\b(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|` +
	`fifteen|twenty|thirty|half|` +
	`uno?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|veinte|treinta|media)[ -]?` +
	`(?:m|mts?|met(?:er|re)s?|metros?|km|kilomet(?:er|re|ro)s?|min|minutes?|minutos?|hours?|horas?|steps?|pasos)\b|` +
	`front(?:-| )?line|beach-?front|beach-?side|on the (?:beach|sand)|next to|beside|primera linea|a pie de|junto al?|al lado`)

// landmarkWords match the words of a kind in a folded text.
var landmarkWords = map[content.LandmarkKind]*regexp.Regexp{
	content.LandmarkBeach:    regexp.MustCompile(`\b(?:beach\w*|sea|sand|playas?|mar|arena)\b`),
	content.LandmarkCentre:   regexp.MustCompile(`\b(?:centre|center|town|village|old quarter|centro|pueblo|casco)\b`),
	content.LandmarkGolf:     regexp.MustCompile(`\b(?:golf|fairway|green|hoyo)\b`),
	content.LandmarkMarina:   regexp.MustCompile(`\b(?:marina|harbour|port|puerto)\b`),
	content.LandmarkSchool:   regexp.MustCompile(`\b(?:schools?|colegios?|escuelas?)\b`),
	content.LandmarkShops:    regexp.MustCompile(`\b(?:shops?|shopping|supermarkets?|tiendas?|comercios?|supermercados?)\b`),
	content.LandmarkHospital: regexp.MustCompile(`\b(?:hospital|clinic|clinica)\b`),
	content.LandmarkStation:  regexp.MustCompile(`\b(?:station|trains?|estacion|tren(?:es)?)\b`),
	content.LandmarkAirport:  regexp.MustCompile(`\b(?:airport|aeropuerto)\b`),
}

// toldKinds are the kinds whose distance a text tells: a sentence of it has a word of the kind and a distance.
func toldKinds(text string) map[content.LandmarkKind]bool {
	told := map[content.LandmarkKind]bool{}
	for _, sentence := range sentenceEnd.Split(i18n.Fold(sanitize.Text(text)), -1) {
		if !toldDistance.MatchString(sentence) {
			continue
		}
		for kind, words := range landmarkWords {
			told[kind] = told[kind] || words.MatchString(sentence)
		}
	}
	return told
}

var sentenceEnd = regexp.MustCompile(`[.!?;](?: |$)`)

// nearestLandmarks are the landmarks around a public position, the nearest first. The distances
// are computed from that position alone, so they tell no more of a hidden one than it does. A kind
// whose distance the text of the home tells is left out: two distances would contradict each other.
func (b *detailBuilder) nearestLandmarks(at search.Point, exact bool, text string) []view.Landmark {
	if len(b.landmarks) == 0 {
		return nil
	}
	told := toldKinds(text)
	type candidate struct {
		*content.Landmark
		km float64
	}
	var near []candidate
	for i := range b.landmarks {
		landmark := &b.landmarks[i]
		position := landmark.Position()
		if position == (search.Point{}) || plain(landmark.Name.In(b.lang)) == "" {
			continue
		}
		limit := b.landmarkKm[landmark.Kind]
		if km := search.Distance(at, position); limit > 0 && km <= limit && !told[landmark.Kind] {
			near = append(near, candidate{landmark, km})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.km, b.km) })
	var named []view.Landmark
	count := map[content.LandmarkKind]int{}
	for _, landmark := range near {
		if count[landmark.Kind]++; count[landmark.Kind] > max(1, landmarkCount[landmark.Kind]) {
			continue
		}
		named = append(named, view.Landmark{
			Kind: b.t("property.landmark." + string(landmark.Kind)), Name: plain(landmark.Name.In(b.lang)), Distance: b.distance(landmark.km, exact),
		})
	}
	return named
}

// distance is a distance in words: metres in steps of 50 below a kilometre, one decimal below
// ten. From a position that is not exact it is a whole number of kilometres.
func (b *detailBuilder) distance(km float64, exact bool) string {
	metres := max(50, math.Round(km*20)*50)
	switch {
	case !exact && km < content.PublicRadiusKm:
		return b.t("property.distanceUnder", "km", int(2*content.PublicRadiusKm))
	case exact && metres < 1000:
		return strconv.Itoa(int(metres)) + " m"
	case exact && km < 9.95:
		return b.decimal(km) + " km"
	}
	return strconv.Itoa(int(math.Round(km))) + " km"
}
