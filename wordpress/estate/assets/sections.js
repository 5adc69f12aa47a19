/* The editor of a page's sections: a form generated from the list of layouts. One field stores the sections as JSON. */
(function () {
	'use strict';

	const { layouts, words, library } = window.estateSections;
	const place = document.getElementById('estate-sections-editor');
	const field = document.getElementById('estate-sections-json');
	if (!place || !field) {
		return;
	}
	let sections = read() || [];
	let serial = 0;

	/** The sections of the field, null for invalid JSON. */
	function read() {
		if (field.value.trim() === '') {
			return [];
		}
		try {
			const list = JSON.parse(field.value);
			return Array.isArray(list) ? list.filter((one) => one && typeof one === 'object' && one.acf_fc_layout) : null;
		} catch {
			return null;
		}
	}

	/** Removes empty objects. */
	const filled = (key, value) => (value && typeof value === 'object' && !Array.isArray(value) && !Object.keys(value).length ? undefined : value);

	function write() {
		field.value = sections.length ? JSON.stringify(sections, filled, 2) : '';
	}

	/** Returns an element with attributes and children. */
	function make(tag, attributes, ...children) {
		const element = document.createElement(tag);
		for (const [name, value] of Object.entries(attributes || {})) {
			if (name.startsWith('on')) {
				element.addEventListener(name.slice(2), value);
			} else if (value === true) {
				element.setAttribute(name, '');
			} else if (value !== false && value !== undefined) {
				element.setAttribute(name, value);
			}
		}
		element.append(...children.filter((child) => child !== null));
		return element;
	}

	const label = (name) => words.fields[name] || name;

	/** Sets a field of an object, or removes it when the value is empty. */
	function set(object, name, value) {
		if (value === '' || value === null || value === false || value === 0 || (Array.isArray(value) && !value.length)) {
			delete object[name];
		} else {
			object[name] = value;
		}
		write();
	}

	const readers = {
		number: (text) => Math.trunc(Number(text)) || 0,
		decimal: (text) => Number(text.replace(',', '.')) || 0,
		ids: (text) => text.split(/[\s,]+/).map(Number).filter((id) => id > 0),
		words: (text) => text.split(',').map((word) => word.trim()).filter(Boolean),
	};

	/** Returns the control of a field. */
	function control(spec, object) {
		if (spec.list) {
			return list(spec, object);
		}
		if (Array.isArray(spec.form)) {
			object[spec.name] = object[spec.name] && typeof object[spec.name] === 'object' ? object[spec.name] : {};
			return make('fieldset', { class: 'estate-object' }, make('legend', {}, label(spec.name)), form(spec.form, object[spec.name]));
		}
		return single(spec, object);
	}

	function single(spec, object) {
		const id = `estate-section-field-${(serial += 1)}`;
		const value = object[spec.name];
		const caption = make('label', { class: 'estate-label' + (spec.required ? ' estate-required' : ''), for: id }, label(spec.name));
		const change = (event) => set(object, spec.name, (readers[spec.form] || String)(event.target.value));
		const wrap = (input, wide) => make('div', { class: 'estate-field' + (wide ? ' estate-wide' : '') }, caption, input);
		switch (spec.form) {
			case 'flag':
				return make('div', { class: 'estate-field estate-is-flag' }, make('label', {},
					make('input', { type: 'checkbox', checked: value === true, onchange: (event) => set(object, spec.name, event.target.checked) }), ' ' + label(spec.name)));
			case 'html':
			case 'long': {
				const area = make('textarea', { id, rows: spec.form === 'html' ? 6 : 2, oninput: change });
				area.value = value || '';
				return wrap(area, true);
			}
			case 'sort':
			case 'icon':
				return wrap(select(id, spec.form === 'icon' ? Object.fromEntries(words.icons.map((icon) => [icon, icon])) : words.sorts, value, change));
			case 'picture':
				return make('div', { class: 'estate-field' }, make('span', { class: 'estate-label' + (spec.required ? ' estate-required' : '') }, label(spec.name)), picture(object, spec.name, false));
			case 'pictures':
				return make('div', { class: 'estate-field estate-wide' }, make('span', { class: 'estate-label estate-required' }, label(spec.name)), picture(object, spec.name, true));
		}
		const text = Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
		return wrap(make('input', { type: 'text', id, value: text, oninput: change, inputmode: ['number', 'decimal'].includes(spec.form) ? 'decimal' : false }));
	}

	function select(id, options, chosen, onchange) {
		const element = make('select', { id, onchange }, make('option', { value: '' }, '—'));
		for (const [value, name] of Object.entries(options)) {
			element.append(make('option', { value, selected: value === chosen }, name));
		}
		return element;
	}

	/** Pictures of the media library, stored as {"id": …, "source_url": …}. */
	function picture(object, name, many) {
		const box = make('div', {});
		const draw = () => {
			const all = many ? object[name] || [] : object[name] ? [object[name]] : [];
			const thumbs = make('ul', { class: 'estate-thumbs' });
			all.forEach((one, i) => {
				const image = make('img', { alt: '' });
				show(one, image);
				thumbs.append(make('li', {}, image, make('button', {
					type: 'button', class: 'estate-drop', 'aria-label': words.remove,
					onclick: () => {
						set(object, name, many ? all.filter((other, at) => at !== i) : null);
						draw();
					},
				}, '×')));
			});
			box.replaceChildren(thumbs, make('button', {
				type: 'button', class: 'button',
				onclick: () => window.estateChoose(many, (chosen) => {
					const kept = chosen.map((one) => ({ id: one.id, source_url: one.url }));
					set(object, name, many ? [...all, ...kept] : kept[0]);
					draw();
				}),
			}, words.choose));
		};
		draw();
		return box;
	}

	/** Shows a picture. Requests the address of a picture with an id only. */
	function show(one, image) {
		const id = typeof one === 'number' ? one : one.id;
		if (one.source_url && /^https?:/.test(one.source_url)) {
			image.src = one.source_url;
		} else if (id) {
			fetch(library + id).then((answer) => answer.json()).then((media) => {
				image.src = media.source_url || '';
			}).catch(() => {});
		}
	}

	/** A list of values or objects with buttons to add, move and remove entries. */
	function list(spec, object) {
		const box = make('fieldset', { class: 'estate-list' });
		const draw = () => {
			const all = Array.isArray(object[spec.name]) ? object[spec.name] : [];
			const again = (next) => {
				set(object, spec.name, next);
				draw();
			};
			box.replaceChildren(make('legend', { class: spec.required ? 'estate-required' : '' }, label(spec.name)));
			all.forEach((entry, i) => {
				const inner = Array.isArray(spec.form) ? form(spec.form, entry) : single({ ...spec, list: false, name: i }, all);
				box.append(make('div', { class: 'estate-entry' }, inner, tools(all, i, again)));
			});
			box.append(make('button', { type: 'button', class: 'button', onclick: () => again([...all, Array.isArray(spec.form) ? {} : ' ']) }, words.addOne));
		};
		draw();
		return box;
	}

	/** Buttons that move or remove an entry of a list. */
	function tools(all, i, again) {
		const move = (to) => () => {
			const next = [...all];
			next.splice(to, 0, ...next.splice(i, 1));
			again(next);
		};
		const button = (sign, name, onclick, disabled) => make('button', { type: 'button', class: 'button-link', 'aria-label': name, title: name, disabled, onclick }, sign);
		return make('span', { class: 'estate-tools' },
			button('↑', words.up, move(i - 1), i === 0),
			button('↓', words.down, move(i + 1), i === all.length - 1),
			button('×', words.remove, () => again(all.filter((other, at) => at !== i))));
	}

	function form(specs, object) {
		return make('div', { class: 'estate-grid' }, ...specs.map((spec) => control(spec, object)));
	}

	/** The first text of a section, as its summary. */
	const says = (section) => section.title || section.claim || section.caption || (section.html || '').replace(/<[^>]*>/g, ' ').slice(0, 80);

	function drawSections(open) {
		const again = (next) => {
			sections = next;
			write();
			drawSections();
		};
		place.replaceChildren();
		sections.forEach((section, i) => {
			const known = layouts[section.acf_fc_layout];
			const details = make('details', { class: 'estate-section', open: i === open },
				make('summary', {}, make('span', { class: 'estate-section-name' }, known ? known.name : section.acf_fc_layout),
					make('span', { class: 'estate-section-says' }, says(section) || ''), tools(sections, i, again)));
			details.addEventListener('toggle', () => {
				if (details.open && details.children.length === 1) {
					details.append(make('div', { class: 'estate-section-body' },
						make('p', { class: 'description' }, known ? known.help : words.unknown), known ? form(known.fields, section) : ''));
				}
			});
			place.append(details);
		});
		place.append(newSection(again));
	}

	function newSection() {
		const names = Object.fromEntries(Object.entries(layouts).map(([layout, known]) => [layout, known.name]).sort((a, b) => a[1].localeCompare(b[1])));
		const chooser = select('estate-new-section', names, '', () => {});
		chooser.setAttribute('aria-label', words.add);
		const add = make('button', {
			type: 'button', class: 'button',
			onclick: () => {
				if (chooser.value) {
					sections.push({ acf_fc_layout: chooser.value });
					write();
					drawSections(sections.length - 1);
				}
			},
		}, words.add);
		return make('div', { class: 'estate-new' }, chooser, add, make('button', { type: 'button', class: 'button-link', onclick: toggle }, words.json));
	}

	/** Switches between form and JSON. */
	function toggle() {
		if (!field.classList.contains('estate-shown')) {
			field.classList.add('estate-shown');
			place.replaceChildren(make('p', {}, make('button', { type: 'button', class: 'button-link', onclick: toggle }, words.form)));
			field.focus();
			return;
		}
		const list = read();
		if (list === null) {
			window.alert(words.wrong);
			return;
		}
		sections = list;
		field.classList.remove('estate-shown');
		drawSections();
	}

	place.parentElement.classList.add('estate-scripted');
	if (read() === null) {
		toggle();
	} else {
		drawSections();
	}
})();
