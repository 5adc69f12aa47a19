/* Pickers: an editor types a part of a name and chooses from what the site has. */
(function ($) {
	'use strict';

	const { picker: address, nonce, words } = window.estateAdmin;
	const DELAY = 200;
	let serial = 0;

	/** Returns an element with attributes and children. */
	function make(tag, attributes, ...children) {
		const element = document.createElement(tag);
		for (const [name, value] of Object.entries(attributes || {})) {
			if (name.startsWith('on')) {
				element.addEventListener(name.slice(2), value);
			} else if (value === true) {
				element.setAttribute(name, '');
			} else if (value !== false && value !== undefined && value !== null) {
				element.setAttribute(name, value);
			}
		}
		element.append(...children.filter((child) => child !== null && child !== undefined));
		return element;
	}

	/** Requests entries: {kind, search, language} or {kind, include}. */
	function request(parameters) {
		const url = new URL(address, window.location.href);
		Object.entries(parameters).forEach(([name, value]) => value && url.searchParams.set(name, value));
		return fetch(url, { headers: { 'X-WP-Nonce': nonce }, credentials: 'same-origin' }).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))));
	}

	/** Adds a list of suggestions to an input. choose receives the chosen entry. */
	function suggest(input, { kind, language, choose, free }) {
		const id = `estate-suggestions-${(serial += 1)}`;
		const list = make('ul', { id, role: 'listbox', class: 'estate-suggestions', hidden: true });
		let timer = 0;
		let asked = 0;
		let active = -1;
		let entries = [];
		Object.entries({ role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id }).forEach(([name, value]) => input.setAttribute(name, value));

		function close() {
			list.hidden = true;
			active = -1;
			input.setAttribute('aria-expanded', 'false');
			input.removeAttribute('aria-activedescendant');
		}
		function take(entry) {
			close();
			choose(entry);
		}
		function mark(to) {
			active = (to + entries.length) % entries.length;
			[...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === active)));
			list.children[active].scrollIntoView({ block: 'nearest' });
			input.setAttribute('aria-activedescendant', list.children[active].id);
		}
		function show(found) {
			entries = found;
			active = -1;
			list.replaceChildren(...found.map((entry, i) => make('li', {
				role: 'option', id: `${id}-${i}`, 'aria-selected': 'false', 'data-value': entry.value,
				onmousedown: (event) => {
					event.preventDefault();
					take(entry);
				},
			}, make('span', {}, entry.label), entry.note ? make('small', {}, entry.note) : null)));
			if (!found.length && !free) {
				list.append(make('li', { class: 'estate-nothing', 'aria-disabled': 'true' }, words.nothing));
			}
			list.hidden = !list.children.length;
			input.setAttribute('aria-expanded', String(!list.hidden));
		}
		function search() {
			const text = input.value.trim();
			const own = (asked += 1);
			if (free && /^(\/|#|[a-z]+:)/i.test(text)) {
				close();
				return;
			}
			request({ kind, search: text, language: typeof language === 'function' ? language() : language }).then((found) => own === asked && document.activeElement === input && show(found)).catch(() => close());
		}
		const later = () => {
			window.clearTimeout(timer);
			timer = window.setTimeout(search, DELAY);
		};
		input.addEventListener('input', later);
		input.addEventListener('focus', () => (free ? null : later()));
		input.addEventListener('blur', () => {
			window.clearTimeout(timer);
			asked += 1;
			close();
		});
		input.addEventListener('keydown', (event) => {
			if (event.key === 'Escape') {
				close();
			} else if (event.key === 'Enter' && !list.hidden && entries.length) {
				event.preventDefault();
				take(entries[Math.max(active, 0)]);
			} else if (event.key === 'Enter') {
				event.preventDefault(); // the form of the post must not be sent
			} else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && entries.length && !list.hidden) {
				event.preventDefault();
				mark(active < 0 && event.key === 'ArrowUp' ? -1 : active + (event.key === 'ArrowDown' ? 1 : -1));
			} else if (event.key === 'ArrowDown') {
				search();
			}
		});
		return list;
	}

	/**
	 * Returns a picker. value is a list; onchange receives the new one. With many, entries keep an
	 * order that an editor changes by drag or by the arrow keys.
	 */
	function picker({ kind, many, value, onchange, id, language, labelledby }) {
		let chosen = (value || []).map((one) => ({ value: one, label: '…', note: '' }));
		const box = make('div', { class: 'estate-picker', 'data-kind': kind });
		const list = make('ul', { class: 'estate-chosen' });
		const input = make('input', { type: 'text', id, class: 'regular-text', placeholder: words.search, 'aria-labelledby': labelledby });
		const changed = () => {
			draw();
			onchange(chosen.map((entry) => entry.value));
		};
		function draw() {
			list.replaceChildren(...chosen.map((entry, i) => make('li', {
				'data-value': entry.value, class: entry.gone ? 'estate-gone' : null, tabindex: many ? '0' : null,
				onkeydown: (event) => {
					const to = event.key === 'ArrowUp' ? i - 1 : event.key === 'ArrowDown' ? i + 1 : -1;
					if (many && event.target === event.currentTarget && to >= 0 && to < chosen.length) {
						event.preventDefault();
						chosen.splice(to, 0, ...chosen.splice(i, 1));
						changed();
						list.children[to].focus();
					}
				},
			}, make('span', {}, entry.label), entry.note ? make('small', {}, entry.note) : null, make('button', {
				type: 'button', class: 'button-link', 'aria-label': `${words.remove}: ${entry.label}`,
				onclick: () => {
					chosen = chosen.filter((other) => other !== entry);
					changed();
					input.focus();
				},
			}, '×'))));
		}
		const suggestions = suggest(input, {
			kind, language,
			choose: (entry) => {
				input.value = '';
				chosen = many ? [...chosen.filter((other) => String(other.value) !== String(entry.value)), entry] : [entry];
				changed();
			},
		});
		box.append(list, make('div', { class: 'estate-search' }, input, suggestions));
		draw();
		if (many) {
			$(list).sortable({
				items: 'li',
				stop: () => {
					const order = [...list.children].map((item) => item.dataset.value);
					chosen.sort((a, b) => order.indexOf(String(a.value)) - order.indexOf(String(b.value)));
					changed();
				},
			});
		}
		if (chosen.length) {
			request({ kind, include: chosen.map((entry) => entry.value).join(',') }).then((found) => {
				const known = new Map(found.map((entry) => [String(entry.value), entry]));
				chosen = chosen.map((entry) => known.get(String(entry.value)) || (entry.label === '…' ? { ...entry, label: words.gone, gone: true } : entry));
				draw();
			}).catch(() => {});
		}
		return box;
	}

	/** Returns an input for a link with suggestions: the pages of the site, or any address. */
	function link({ value, onchange, id, language, label }) {
		const input = make('input', { type: 'text', id, value: value || '', placeholder: words.link, 'aria-label': label });
		const warning = make('p', { class: 'estate-warning', hidden: true }, words.noLink);
		const check = () => {
			warning.hidden = input.value.trim() === '' || /^(\/|#|\?|https?:\/\/|mailto:|tel:)/i.test(input.value.trim());
		};
		input.addEventListener('input', () => onchange(input.value.trim()));
		input.addEventListener('blur', check);
		check();
		const suggestions = suggest(input, {
			kind: 'link', language, free: true,
			choose: (entry) => {
				input.value = entry.value;
				onchange(entry.value, entry);
				check();
			},
		});
		return make('div', { class: 'estate-search' }, input, suggestions, warning);
	}

	/** Opens the media library for one film or document and passes its address on. */
	function file(type, done) {
		const frame = window.wp.media({ title: words.library, button: { text: words.choose }, library: { type }, multiple: false });
		frame.on('select', () => done(frame.state().get('selection').first().toJSON()));
		frame.open();
	}

	/** Fields that PHP printed. */
	$(function () {
		document.querySelectorAll('.estate-picker-field').forEach((place) => {
			const hidden = place.querySelector('input');
			place.append(picker({
				kind: place.dataset.kind, many: false, language: place.dataset.language, labelledby: place.dataset.labelledby,
				value: hidden.value === '' ? [] : [hidden.value],
				onchange: (chosen) => {
					hidden.value = chosen.length ? chosen[0] : '';
				},
			}));
		});
		document.querySelectorAll('.estate-link-field').forEach((input) => {
			const suggestions = suggest(input, {
				kind: 'link', language: input.dataset.language, free: true,
				choose: (entry) => {
					input.value = entry.value;
				},
			});
			input.closest('.estate-line').append(suggestions);
		});
	});

	$(document).on('click', '.estate-library', function () {
		const input = document.getElementById(this.dataset.for);
		file(this.dataset.library, (chosen) => {
			input.value = chosen.url;
			$(input).trigger('input');
		});
	});

	window.estatePicker = { make, picker, link, file };
})(jQuery);
