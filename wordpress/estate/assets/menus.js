/* The editor of menus: a tree with entries, columns and links, in all languages. A field stores it as menu_json. */
(function ($) {
	'use strict';

	const { languages, words, pictures } = window.estateMenus;
	const { make, link } = window.estatePicker;
	const codes = Object.keys(languages);
	let serial = 0;

	/** The parts of each level: texts by language, and the level below. */
	const LEVELS = {
		item: { texts: ['label'], children: 'columns', below: 'column', background: true },
		column: { texts: ['title', 'description', 'btn_label'], children: 'items', below: 'entry', background: true },
		entry: { texts: ['text'] },
	};

	/** A text in all languages, written as name_en or as name: {en}. */
	function readText(node, name) {
		const own = node[name] && typeof node[name] === 'object' ? node[name] : {};
		return Object.fromEntries(codes.map((code) => [code, String(node[`${name}_${code}`] ?? own[code] ?? '')]));
	}

	/** The link in each language. */
	function readLink(key, helper) {
		const known = helper[key];
		if (known && typeof known === 'object') {
			return Object.fromEntries(codes.map((code) => [code, String(known[code] ?? '')]));
		}
		return Object.fromEntries(codes.map((code, i) => [code, i === 0 ? String(key ?? '') : '']));
	}

	function readNode(node, level, helper) {
		const { texts, children, below } = LEVELS[level];
		const rest = { ...node };
		const read = { level, texts: {}, link: readLink(node.link, helper), children: [] };
		texts.forEach((name) => {
			read.texts[name] = readText(node, name);
			delete rest[name];
			codes.forEach((code) => delete rest[`${name}_${code}`]);
		});
		if (children) {
			read.children = (Array.isArray(node[children]) ? node[children] : []).filter((one) => one && typeof one === 'object').map((one) => readNode(one, below, helper));
			delete rest[children];
		}
		delete rest.link;
		read.rest = rest;
		return read;
	}

	/** One link for all languages, or the key of a helper with one per language. */
	function writeLink(links, helper) {
		const own = codes.map((code) => links[code]);
		const [first] = own;
		if (own.slice(1).every((text) => text === '' || text === first)) {
			return first;
		}
		const base = (first || own.find(Boolean)).replace(/[^a-z0-9]+/gi, '-').replace(/^-+|-+$/g, '').toLowerCase() || 'home';
		const same = (key) => codes.every((code) => (helper[key][code] ?? '') === links[code]);
		let key = base;
		for (let n = 2; helper[key] && !same(key); n++) {
			key = `${base}-${n}`;
		}
		helper[key] = Object.fromEntries(codes.filter((code) => links[code]).map((code) => [code, links[code]]));
		return key;
	}

	function writeNode(node, helper) {
		const { children } = LEVELS[node.level];
		const out = { ...node.rest, link: writeLink(node.link, helper) };
		for (const [name, texts] of Object.entries(node.texts)) {
			codes.forEach((code) => {
				if (texts[code] !== '' || (node.level === 'item' && code === codes[0])) {
					out[`${name}_${code}`] = texts[code];
				}
			});
		}
		if (children && node.children.length) {
			out[children] = node.children.map((one) => writeNode(one, helper));
		}
		return out;
	}

	/** Starts the editor of one field. */
	function start(field) {
		let tree;
		try {
			tree = field.value.trim() === '' ? { menu: { main: {}, footer: {} } } : JSON.parse(field.value);
		} catch {
			return;
		}
		if (!tree || typeof tree.menu !== 'object' || Array.isArray(tree.menu)) {
			return;
		}
		const menus = Object.entries(tree.menu).map(([name, menu]) => {
			const helper = menu && typeof menu.helper === 'object' && !Array.isArray(menu.helper) ? menu.helper : {};
			return { name, rest: { ...menu }, items: (Array.isArray(menu && menu.items) ? menu.items : []).map((item) => readNode(item, 'item', helper)) };
		});
		menus.sort((a, b) => (a.name === 'main' ? -1 : b.name === 'main' ? 1 : 0));
		const place = make('div', { class: 'estate-menus' });

		function write() {
			const out = {};
			menus.forEach(({ name, rest, items }) => {
				const helper = {};
				const written = items.map((item) => writeNode(item, helper));
				out[name] = { ...rest, helper, items: written };
			});
			field.value = JSON.stringify({ ...tree, menu: out }, null, 2);
		}

		/** The text that names a node. */
		const says = (node) => Object.values(node.texts)[0][codes[0]] || Object.values(node.texts)[0][codes[1]] || words.nameless;

		function inputs(node, summary) {
			const grid = make('div', { class: 'estate-beside', style: `--estate-languages: ${codes.length}` });
			Object.entries(node.texts).forEach(([name, texts]) => codes.forEach((code) => {
				const id = `estate-menu-${(serial += 1)}`;
				grid.append(make('div', {}, make('label', { class: 'estate-label', for: id }, `${words.fields[name]} (${languages[code]})`), make('input', {
					type: 'text', id, value: texts[code],
					oninput: (event) => {
						texts[code] = event.target.value;
						summary.textContent = says(node);
						write();
					},
				})));
			}));
			const others = {};
			codes.forEach((code) => {
				const id = `estate-menu-${(serial += 1)}`;
				const control = link({
					id, value: node.link[code], language: code,
					onchange: (text, entry) => {
						node.link[code] = text;
						codes.filter((other) => other !== code && entry && entry.links && entry.links[other] && node.link[other] === '').forEach((other) => {
							node.link[other] = entry.links[other];
							others[other].querySelector('input').value = entry.links[other];
						});
						write();
					},
				});
				others[code] = control;
				grid.append(make('div', {}, make('label', { class: 'estate-label', for: id }, `${words.fields.link} (${languages[code]})`), control));
			});
			return grid;
		}

		function background(node) {
			const box = make('p', {});
			const draw = () => box.replaceChildren(
				node.rest.bg ? make('img', { src: typeof node.rest.bg === 'string' ? node.rest.bg : node.rest.bg.url || '', alt: '', class: 'estate-background' }) : '',
				make('button', {
					type: 'button', class: 'button',
					onclick: () => window.estateChoose(false, ([picture]) => {
						node.rest.bg = picture.url;
						write();
						draw();
					}),
				}, pictures.choose),
				node.rest.bg ? make('button', {
					type: 'button', class: 'button-link', onclick: () => {
						delete node.rest.bg;
						write();
						draw();
					},
				}, pictures.remove) : '');
			draw();
			return box;
		}

		function list(nodes, level) {
			const items = make('ul', { class: `estate-tree estate-tree-${level}` });
			const draw = (open) => {
				items.replaceChildren(...nodes.map((node, i) => {
					const summary = make('span', { class: 'estate-section-name' }, says(node));
					const move = (to) => (event) => {
						event.preventDefault();
						nodes.splice(to, 0, ...nodes.splice(i, 1));
						write();
						draw();
						items.children[to].querySelector('summary').focus();
					};
					const button = (sign, name, onclick, disabled) => make('button', { type: 'button', class: 'button-link', 'aria-label': `${name}: ${says(node)}`, title: name, disabled, onclick }, sign);
					const details = make('details', { class: 'estate-node', open: node === open }, make('summary', {},
						make('span', { class: 'estate-handle', 'aria-hidden': 'true' }, '⠿'), summary,
						make('span', { class: 'estate-tools' },
							button('↑', words.up, move(i - 1), i === 0), button('↓', words.down, move(i + 1), i === nodes.length - 1),
							button('×', words.remove, (event) => {
								event.preventDefault();
								nodes.splice(i, 1);
								write();
								draw();
							}))));
					const fill = () => {
						if (details.open && details.children.length === 1) {
							const { below, background: picture } = LEVELS[level];
							details.append(make('div', { class: 'estate-section-body' }, inputs(node, summary), picture ? background(node) : '', below ? list(node.children, below) : ''));
						}
					};
					details.addEventListener('toggle', fill);
					fill();
					const item = make('li', {}, details);
					item.node = node;
					return item;
				}));
			};
			draw();
			$(items).sortable({
				items: '> li', handle: '> details > summary > .estate-handle', axis: 'y', tolerance: 'pointer',
				stop: () => {
					nodes.splice(0, nodes.length, ...[...items.children].map((item) => item.node));
					write();
				},
			});
			const add = make('button', {
				type: 'button', class: 'button',
				onclick: () => {
					const node = readNode({}, level, {});
					nodes.push(node);
					write();
					draw(node);
					items.lastElementChild.querySelector('input').focus();
				},
			}, words.add[level]);
			return make('div', {}, items, add);
		}

		menus.forEach((menu) => place.append(make('h2', {}, words.menus[menu.name] || menu.name), list(menu.items, 'item')));
		field.before(place);
		field.closest('.estate-menu-field').classList.add('estate-scripted');
	}

	$(function () {
		document.querySelectorAll('.estate-menu-field textarea').forEach(start);
	});
})(jQuery);
