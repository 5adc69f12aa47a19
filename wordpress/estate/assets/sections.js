/* The editor of a page's sections: a form generated from the list of layouts. One field stores the sections as JSON. */
(function () {
	'use strict';

	const { layouts, words, library } = window.estateSections;
	const { make, picker, link, file } = window.estatePicker;
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
		place.querySelectorAll('.estate-section').forEach((details, i) => sections[i] && check(details, sections[i]));
	}

	const isEmpty = (value) => value === undefined || value === null || value === '' || value === 0 || (typeof value === 'string' && value.trim() === '')
		|| (Array.isArray(value) && !value.length) || (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isEmpty));

	/** The labels of required fields that are empty. The site leaves a section without them out. */
	function missing(specs, object) {
		return specs.flatMap((spec) => {
			const value = object[spec.name];
			if (isEmpty(value)) {
				return spec.required ? [label(spec.name)] : [];
			}
			if (!Array.isArray(spec.form)) {
				return [];
			}
			return (spec.list ? value : [value]).flatMap((one) => missing(spec.form, one).map((name) => `${label(spec.name)}: ${name}`));
		});
	}

	/** Shows in the head of a section what it lacks. */
	function check(details, section) {
		const known = layouts[section.acf_fc_layout];
		const lacks = known ? [...new Set(missing(known.fields, section))] : [];
		const warning = details.querySelector('.estate-lacks');
		warning.hidden = !lacks.length;
		warning.textContent = lacks.length ? `${words.lacks} ${lacks.join(', ')}` : '';
		details.querySelector('.estate-section-says').textContent = says(section) || '';
	}

	/** The language of the page. */
	const language = () => (document.getElementById('estate-lang') || {}).value || '';

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
	};

	/** The kind of entries of a picker, and whether a field has several. */
	const pickers = {
		property: ['property', false], development: ['development', false], post: ['post', false], offer: ['offer', false], type: ['type', false],
		place: ['place', false], propertycategory: ['propertycategory', false], category: ['category', false],
		properties: ['property', true], posts: ['post', true], collections: ['collection', true],
	};

	/** The address of a tab, made from its title. */
	const slug = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');

	/** Returns the control of a field. */
	function control(spec, object) {
		if (spec.form === 'slug') {
			return ''; // made from the title
		}
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
		if (pickers[spec.form]) {
			const [kind, many] = pickers[spec.form];
			return wrap(picker({
				kind, many, id, value: isEmpty(value) ? [] : [].concat(value), language: ['post', 'category'].includes(kind) ? language : '',
				onchange: (chosen) => set(object, spec.name, many ? chosen : chosen[0]),
			}), many);
		}
		switch (spec.form) {
			case 'link':
				return wrap(link({ id, value, language, onchange: (text) => set(object, spec.name, text) }));
			case 'film': {
				const input = make('input', { type: 'text', id, value: value || '', placeholder: words.film, oninput: change });
				return wrap(make('div', { class: 'estate-line' }, input, make('button', {
					type: 'button', class: 'button',
					onclick: () => file('video', (chosen) => {
						input.value = chosen.url;
						set(object, spec.name, chosen.url);
					}),
				}, words.library)));
			}
			case 'flag':
				return make('div', { class: 'estate-field estate-is-flag' }, make('label', {},
					make('input', { type: 'checkbox', checked: value === true, onchange: (event) => set(object, spec.name, event.target.checked) }), ' ' + label(spec.name)));
			case 'html':
			case 'long': {
				const area = make('textarea', { id, rows: spec.form === 'html' ? 6 : 2, oninput: change });
				area.value = value || '';
				if (spec.form === 'html') {
					area.className = 'estate-rich';
				}
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
		const text = value === undefined ? '' : String(value);
		const numeric = ['number', 'decimal'].includes(spec.form);
		const warning = make('p', { class: 'estate-warning', hidden: true }, words.noNumber);
		const heard = (event) => {
			if (numeric) {
				warning.hidden = /^\s*(-?\d+([.,]\d+)?)?\s*$/.test(event.target.value);
			}
			if (spec.name === 'title' && slugs.has(object)) {
				object.id = object.id && object.id !== slug(String(object.title || '')) ? object.id : slug(event.target.value);
			}
			change(event);
		};
		return wrap(make('div', {}, make('input', { type: 'text', id, value: text, oninput: heard, inputmode: numeric ? 'decimal' : false }), warning));
	}

	/** Objects whose id is made from their title. */
	const slugs = new WeakSet();

	/** The classic editor of WordPress; the block editor renames it. */
	const classic = (window.wp && (window.wp.oldEditor || window.wp.editor)) || {};

	/** Replaces the text areas of markup by an editor with buttons. Markup of blocks stays as it is. */
	function enrich(box) {
		if (!classic.initialize || !window.tinymce) {
			return;
		}
		box.querySelectorAll('textarea.estate-rich').forEach((area) => {
			if (area.offsetParent === null || area.dataset.rich || area.value.includes('<!-- wp:')) {
				return;
			}
			area.dataset.rich = '1';
			const wanted = { wpautop: false, toolbar1: 'formatselect,bold,italic,bullist,numlist,blockquote,link,unlink,undo,redo', height: 180 };
			classic.initialize(area.id, { tinymce: wanted, quicktags: { buttons: 'strong,em,link,ul,ol,li' } });
			const editor = window.tinymce.get(area.id);
			if (editor) {
				editor.on('change keyup', () => {
					editor.save();
					area.dispatchEvent(new Event('input'));
				});
			}
		});
	}

	/** Removes the editors of text areas that are about to leave the document. */
	function release(box) {
		box.querySelectorAll('textarea[data-rich]').forEach((area) => classic.remove(area.id));
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
			release(box);
			box.replaceChildren(make('legend', { class: spec.required ? 'estate-required' : '' }, label(spec.name)));
			all.forEach((entry, i) => {
				if (Array.isArray(spec.form) && spec.form.some((one) => one.form === 'slug')) {
					slugs.add(entry);
				}
				const inner = Array.isArray(spec.form) ? form(spec.form, entry) : single({ ...spec, list: false, name: i }, all);
				box.append(make('div', { class: 'estate-entry' }, inner, tools(all, i, again)));
			});
			box.append(make('button', { type: 'button', class: 'button', onclick: () => again([...all, Array.isArray(spec.form) ? {} : ' ']) }, words.addOne));
			enrich(box);
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
		release(place);
		place.replaceChildren();
		sections.forEach((section, i) => {
			const known = layouts[section.acf_fc_layout];
			const details = make('details', { class: 'estate-section', open: i === open },
				make('summary', {}, make('span', { class: 'estate-section-name' }, known ? known.name : section.acf_fc_layout),
					make('span', { class: 'estate-section-says' }, says(section) || ''), make('span', { class: 'estate-lacks', hidden: true }), tools(sections, i, again)));
			check(details, section);
			details.addEventListener('toggle', () => {
				if (details.open && details.children.length === 1) {
					details.append(make('div', { class: 'estate-section-body' },
						make('p', { class: 'description' }, known ? known.help : words.unknown), known ? form(known.fields, section) : ''));
					enrich(details);
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
		return make('div', { class: 'estate-new' }, chooser, add, words.json ? make('button', { type: 'button', class: 'button-link', onclick: toggle }, words.json) : null);
	}

	/** Switches between form and JSON. */
	function toggle() {
		if (!field.classList.contains('estate-shown')) {
			release(place);
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
