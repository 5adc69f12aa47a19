/* The preview button of the block editor. WordPress sends title and text only: here all fields are sent, and nothing is published. */
(function () {
	'use strict';

	const { data } = window.wp;
	const { address, action, wait, failed } = window.estatePreview;
	const BUTTONS = '[target^="wp-preview-"], .editor-post-preview, .edit-post-header-preview__button-external, .editor-preview-dropdown__button-external';

	document.addEventListener('click', (event) => {
		const button = event.target instanceof Element ? event.target.closest(BUTTONS) : null;
		const editor = data.select('core/editor');
		if (!button || button.disabled || button.getAttribute('aria-disabled') === 'true' || !editor.isEditedPostSaveable()) {
			return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
		// A tab can be opened by a click only, not after a request.
		const tab = window.open('', 'wp-preview-' + editor.getCurrentPostId());
		say(tab, wait);
		open(tab).catch(() => say(tab, failed));
	}, true);

	/** Shows a sentence in a tab that has no page yet. */
	function say(tab, text) {
		try {
			tab.document.title = tab.document.body.textContent = text;
		} catch {
			// The tab shows an earlier preview, which is another site.
		}
	}

	/** Sends the form and opens its preview. */
	async function open(tab) {
		const editor = data.select('core/editor');
		if (['auto-draft', 'draft'].includes(editor.getCurrentPost().status)) {
			await data.dispatch('core/editor').savePost(); // as WordPress does
		}
		const form = new FormData();
		window.tinymce?.triggerSave();
		document.querySelectorAll('form[class*="metabox-location-"]').forEach((box) => new FormData(box).forEach((value, name) => form.append(name, value)));
		const texts = { action, post_ID: editor.getCurrentPostId(), content: editor.getEditedPostContent(), post_title: editor.getEditedPostAttribute('title'), excerpt: editor.getEditedPostAttribute('excerpt') || '', _thumbnail_id: editor.getEditedPostAttribute('featured_media') || -1 };
		Object.entries(texts).forEach(([name, value]) => form.set(name, value));
		Object.entries({ category: 'categories', post_tag: 'tags' }).forEach(([taxonomy, name]) => {
			const ids = editor.getEditedPostAttribute(name);
			(ids && [0, ...ids] || []).forEach((id) => form.append('tax_input[' + taxonomy + '][]', id)); // 0: none is a choice too
		});
		const answer = await (await fetch(address, { method: 'POST', body: form, credentials: 'same-origin' })).json();
		tab.location = answer.data.link;
	}
})();
