package main

import "testing"

func TestTidy(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{
			"typed constants become a union and vanish",
			"/**\n * Kind names.\n */\nexport type Kind = string;\n/**\n * The kinds.\n */\nexport const KindA: Kind = \"a\";\n/**\n * The kinds.\n */\nexport const KindB: Kind = \"b\"; // the other\n",
			"/**\n * Kind names.\n */\nexport type Kind =\n  | \"a\"\n  | \"b\";\n",
		},
		{
			"optional fields may be undefined",
			"  title?: string; // the h1\n  picture?: Picture;\n",
			"  title?: string | undefined; // the h1\n  picture?: Picture | undefined;\n",
		},
		{"required fields stay", "  title: string;\n", "  title: string;\n"},
		{"Go's number types are removed", "  id: number /* int */;\n", "  id: number;\n"},
		{"a map by a union is a record", "export type Text = { [key: Lang]: string};\n", "export type Text = Partial<Record<Lang, string>>;\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tidy(tt.in)
			if got != tt.want {
				t.Errorf("tidy() =\n%s\nwant\n%s", got, tt.want)
			}
			if again := tidy(got); again != got {
				t.Errorf("tidying twice changed\n%s\nto\n%s", got, again)
			}
		})
	}
}
