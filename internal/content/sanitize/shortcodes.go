package sanitize

import (
	"regexp"
	"strings"
)

// A shortcode is a mark of a builder, a form or another plugin that WordPress has left in a text,
// because the plugin is gone or the text was read before the plugin saw it:
//
//	[vc_row el_class="intro"]<p>Text</p>[/vc_row]
//
// The marks are taken out and what stands between them stays. Brackets that an author wrote stay too.
type shortcode struct {
	name    string // lower case
	closing bool
	// sure reports that its form alone shows a shortcode: a quoted value, a numeric id, several values,
	// or the slash of an empty element.
	sure bool
	end  int // behind its bracket, or where it turned out to be none
}

// shortcodeNames begin the names of shortcodes of builders, forms, sliders and galleries that may
// have no attributes.
var shortcodeNames = regexp.MustCompile(`^(?:[a-z0-9-]*_[a-z0-9_-]*$` + // no author writes an underscore
	`|(?:contact-form|si-contact-form|gravityform|wpforms|wpcf7|fluentform|happyforms|weforms|quform|elementor-template|houzez-` +
	`|rev-slider|layerslider|metaslider|smartslider3|masterslider|envira-gallery|foogallery|soliloquy` +
	`|jetpack-|woocommerce|tablepress)[a-z0-9-]*$)`)

// codeBlocks are shortcodes whose content is no text: markup in base64, or the code of a form.
var codeBlocks = map[string]bool{"vc_raw_html": true, "vc_raw_js": true, "et_pb_code": true, "fusion_code": true, "av_codeblock": true}

const (
	maxShortcodeName  = 60       // bytes of a name
	maxShortcodeBytes = 64 << 10 // of one shortcode
	maxWastedBytes    = 4 << 20  // read of what turned out to be no shortcode, in one text
)

// withoutShortcodes returns markup without shortcodes. Code examples and attributes keep theirs.
func withoutShortcodes(markup string, changes *changeList) string {
	if strings.IndexByte(markup, '[') < 0 {
		return markup
	}
	pairs := closedNames(markup)
	var b strings.Builder
	from, wasted := 0, 0
	eachBracket(markup, func(at int) int {
		code, ok := parseShortcode(markup[at:])
		if !ok {
			if wasted += code.end; wasted > maxWastedBytes {
				return len(markup)
			}
			return 0
		}
		if !code.sure && !pairs[code.name] && !shortcodeNames.MatchString(code.name) {
			return 0
		}
		end := at + code.end
		if !code.closing {
			changes.add(ChangeShortcode, "["+code.name+"]")
			if codeBlocks[code.name] && pairs[code.name] {
				if length := strings.Index(markup[end:], "[/"+code.name); length >= 0 {
					end += length
				}
			}
		}
		b.WriteString(markup[from:at])
		from = end
		return end - at
	})
	if from == 0 {
		return markup
	}
	b.WriteString(markup[from:])
	return b.String()
}

// closedNames returns the names that a text closes, as [/name].
func closedNames(markup string) map[string]bool {
	names := map[string]bool{}
	for rest := markup; ; {
		at := strings.Index(rest, "[/")
		if at < 0 {
			return names
		}
		rest = rest[at:]
		if code, ok := parseShortcode(rest); ok && code.closing {
			names[code.name] = true
		}
		rest = rest[2:]
	}
}

// verbatim are elements whose text is shown as it is written, or not at all.
var verbatim = map[string]bool{
	"pre": true, "code": true, "kbd": true, "samp": true, "textarea": true, "script": true, "style": true, "xmp": true,
}

// bracketReader finds brackets in a text. What it has looked for to the end in vain it does not look for
// again, so that the time is linear.
type bracketReader struct {
	text     string
	noTag    bool            // no tag ends after here
	noQuotes bool            // quotes in tags do not pair
	open     map[string]bool // elements and comments that do not end after here
}

// eachBracket calls fn with the place of every opening bracket outside of tags, comments and code. fn
// returns how many bytes are done, 0 for the bracket alone. [[name]] is how an author writes a
// bracket that is no shortcode.
func eachBracket(markup string, fn func(at int) int) {
	r := bracketReader{text: markup, open: map[string]bool{}}
	for at := 0; at < len(markup); {
		next := strings.IndexAny(markup[at:], "<[")
		if next < 0 {
			return
		}
		if at += next; markup[at] == '<' {
			at = r.tagEnd(at)
			continue
		}
		if strings.HasPrefix(markup[at:], "[[") {
			at += 2
			continue
		}
		at += max(1, fn(at))
	}
}

// tagEnd returns the end of the tag or comment at a place, or of the whole element if its text is
// verbatim; the next place if none starts there.
func (r *bracketReader) tagEnd(at int) int {
	if strings.HasPrefix(r.text[at:], "<!--") {
		return r.after(at, "-->", at+1)
	}
	name := tagName.FindString(r.text[at:min(len(r.text), at+24)])
	if name == "" || r.noTag {
		return at + 1
	}
	end := strings.IndexByte(r.text[at:], '>')
	if end < 0 {
		r.noTag = true
		return at + 1
	}
	end += at
	if !r.noQuotes {
		if quoted := quotedTagEnd(r.text[at:]); quoted > 0 {
			end = at + quoted
		} else {
			r.noQuotes = true
		}
	}
	if name = strings.ToLower(strings.TrimPrefix(name, "<")); verbatim[name] {
		return r.after(end, "</"+name, end+1)
	}
	return end + 1
}

// quotedTagEnd returns the place of the character that ends a tag, which the values of its attributes
// may hold too; -1 for none.
func quotedTagEnd(text string) int {
	quote := byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return -1
}

// after returns the place after the next pattern, in any case of letters, else otherwise.
func (r *bracketReader) after(from int, pattern string, otherwise int) int {
	if r.open[pattern] {
		return otherwise
	}
	for at := from; ; at++ {
		next := strings.IndexByte(r.text[at:], pattern[0])
		if next < 0 || len(r.text)-at-next < len(pattern) {
			r.open[pattern] = true
			return otherwise
		}
		if at += next; strings.EqualFold(r.text[at:at+len(pattern)], pattern) {
			return at + len(pattern)
		}
	}
}

var tagName = regexp.MustCompile(`^</?[A-Za-z][A-Za-z0-9]*`)

// parseShortcode reads the shortcode at the start of a text.
func parseShortcode(text string) (shortcode, bool) {
	text = text[:min(len(text), maxShortcodeBytes)]
	code := shortcode{end: 1}
	if strings.HasPrefix(text, "[/") {
		code.closing, code.end = true, 2
	}
	from := code.end
	for code.end < len(text) && code.end-from <= maxShortcodeName && isNameByte(text[code.end]) {
		code.end++
	}
	code.name = strings.ToLower(text[from:code.end])
	if code.name == "" || len(code.name) > maxShortcodeName || !isLetter(text[from]) {
		return code, false
	}
	values := 0
	for code.end < len(text) {
		space := spaces.FindString(text[code.end:])
		code.end += len(space)
		switch rest := text[code.end:]; {
		case rest == "":
			return code, false
		case rest[0] == ']':
			code.end++
			code.sure = code.sure || values > 1 || values == 1 && strings.Contains(code.name, "-")
			return code, true
		case strings.HasPrefix(rest, "/]"):
			code.sure, code.end = true, code.end+2
			return code, true
		case space == "" || code.closing:
			return code, false
		default:
			a := parseAttribute(rest)
			if a.length == 0 {
				return code, false
			}
			code.end += a.length
			code.sure = code.sure || a.sure
			if a.hasKey {
				values++
			}
		}
	}
	return code, false
}

// spaces are what stands between attributes. The editor may have put line breaks there.
var spaces = regexp.MustCompile(`^(?:\s|&nbsp;|&#160;|\x{a0}|<br ?/?>)+`)

// Quotes, which WordPress makes typographic in the shortcodes that it does not know.
var (
	openQuote    = regexp.MustCompile(`^(?:["'“”„″‘’′«»]|&(?:quot|ldquo|rdquo|lsquo|rsquo|#0?34|#0?39|#822[0-3]|#821[6-9]|#8242|#8243);)`)
	attributeKey = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,80}=`)
	bareValue    = regexp.MustCompile("^[^\\s\\[\\]<>\"'“”″]{1,1000}")
	numericID    = regexp.MustCompile(`^ids?=[0-9,]+$`)
)

// attribute is one attribute of a shortcode.
type attribute struct {
	length int // 0: there is none
	hasKey bool
	sure   bool // has a quoted value or is a numeric id
}

// parseAttribute reads the attribute at the start of a text.
func parseAttribute(text string) attribute {
	key := ""
	if isNameByte(text[0]) {
		key = attributeKey.FindString(text)
	}
	value := text[len(key):]
	if value == "" {
		return attribute{}
	}
	if quote := openQuote.FindString(value); quote != "" {
		end := closingQuote(value[len(quote):], quote)
		if end < 0 {
			return attribute{}
		}
		return attribute{len(key) + len(quote) + end, key != "", key != ""}
	}
	bare := bareValue.FindString(value)
	if key == "" || bare == "" {
		return attribute{length: len(bare)}
	}
	bare = strings.TrimSuffix(bare, "/")
	return attribute{len(key) + len(bare), true, numericID.MatchString(key + bare)}
}

// quoteKinds are the spellings of the two kinds of quotes.
var quoteKinds = []*regexp.Regexp{
	regexp.MustCompile(`(?:["“”„″«»]|&(?:quot|ldquo|rdquo|#0?34|#822[0-3]|#8243);)`),
	regexp.MustCompile(`(?:['‘’′]|&(?:lsquo|rsquo|#0?39|#821[6-9]|#8242);)`),
}

// closingQuote returns the end of the quote that closes one, -1 for none.
func closingQuote(text, quote string) int {
	for _, kind := range quoteKinds {
		if kind.MatchString(quote) {
			if at := kind.FindStringIndex(text); at != nil {
				return at[1]
			}
			return -1
		}
	}
	return -1
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isNameByte(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '-'
}
