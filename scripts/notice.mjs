// Writes NOTICE: the components of other authors in the product, with their licences. It
// reads the Go modules of cmd/estate and the packages of package-lock.json that are not
// for development only.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** The text of the licence file of a folder, "" without one. */
function licenceText(folder) {
  if (!folder || !existsSync(folder)) return "";
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)([.-]|$)/i.test(name));
  return file ? readFileSync(`${folder}/${file}`, "utf8").replaceAll("\r\n", "\n").trim() : "";
}

/** The SPDX name of a licence text. */
function licenceName(text) {
  const plain = text.replace(/\s+/g, " ");
  if (/Apache License,? Version 2\.0/i.test(plain)) return "Apache-2.0";
  if (/Mozilla Public License,? v(ersion|\.) ?2\.0/i.test(plain)) return "MPL-2.0";
  if (/SIL OPEN FONT LICENSE/i.test(plain)) return "OFL-1.1";
  if (/Permission to use, copy, modify, and(\/or)? distribute/.test(plain)) return "ISC";
  if (/Redistribution and use in source and binary forms/.test(plain))
    return /(Neither the names? of|names? of (its|the) contributors|may not be used to endorse)/i.test(plain) ? "BSD-3-Clause" : "BSD-2-Clause";
  if (/Permission is hereby granted, free of charge/.test(plain)) return "MIT";
  return "see its licence file";
}

function copyright(text) {
  const lines = text.split("\n").map((line) => line.replace(/^[\s*#/]+/, "").trim());
  return lines.filter((line) => /^(?:portions )?copyright\s+(?:\(c\)|©|\d|the|20)/i.test(line) && !/^copyright (?:notice|holder|owner)/i.test(line) && !/\[yyyy\]/.test(line)).slice(0, 3);
}

function goModules() {
  const format = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}";
  const lines = execFileSync("go", ["list", "-deps", "-f", format, "./cmd/estate"], { encoding: "utf8" }).split("\n");
  const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
  const version = execFileSync("go", ["env", "GOVERSION"], { encoding: "utf8" }).trim();
  const modules = [...new Set(lines.filter(Boolean))].map((line) => line.split("\t"));
  return [["Go standard library", version.replace("go", ""), goroot], ...modules].map(([name, version, folder]) => {
    const text = licenceText(folder);
    return { name, version, licence: licenceName(text), text };
  });
}

function npmPackages() {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const found = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes("node_modules/") || entry.dev || entry.devOptional || entry.link) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const text = licenceText(path);
    found.set(`${name} ${entry.version}`, { name, version: entry.version, licence: entry.license ?? licenceName(text), text });
  }
  return [...found.values()];
}

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const groups = [
  ["Go modules", goModules().sort(byName)],
  ["npm packages", npmPackages().sort(byName)],
];
let out = `NOTICE

Components of other authors in this product, with their licences. scripts/notice.mjs writes this
file; make notice runs it.

Fonts: Jost (package @fontsource-variable/jost below), OFL-1.1.
Pictures: those of internal/agency/demo/media were made for this project; no rights of others apply.
Map: the outlines of land in cmd/basemap and internal/media/basemap are made from OpenStreetMap data,
© OpenStreetMap contributors, Open Database License 1.0 (https://opendatacommons.org/licenses/odbl/).
Passwords: internal/studio/account/common_passwords.txt is the head of the list of @zxcvbn-ts/language-common
4.1.3, MIT licence, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts.
Plugin: wordpress/estate is licensed under GPL-2.0-or-later; this file is about the rest.
Node.js and libvips (LGPL-3.0-or-later, packages @img/sharp-libvips-*) are programs and libraries of
their own beside the product; their licences are in their packages.
`;
const texts = new Map();
for (const [title, components] of groups) {
  out += `\n\n${title}\n${"=".repeat(title.length)}\n`;
  for (const { name, version, licence, text } of components) {
    out += `\n${name} ${version}: ${licence}\n`;
    for (const line of copyright(text)) out += `    ${line}\n`;
    if (text && licenceName(text) === licence && !texts.has(licence)) texts.set(licence, text);
  }
}
out += "\n\nTexts of the licences\n=====================\n\nEach text is that of one component; the copyright lines of the others are above.\n";
for (const [licence, text] of [...texts].sort()) out += `\n\n--- ${licence} ---\n\n${text}\n`;
writeFileSync("NOTICE", out);
