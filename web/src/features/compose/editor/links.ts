import { isValidAddress } from '@bocau/contract/address.ts';
import { type Editor, Extension, Mark } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

const LEADS_OUT = /^(https?|mailto|tel):/i;

/** The address that the link opens; null for a forbidden scheme, and for what is no address. */
export function linkTarget(typed: string): string | null {
  const text = typed.trim();
  if (LEADS_OUT.test(text)) return URL.canParse(text) ? text : null;
  if (isValidAddress(text)) return `mailto:${text}`;
  const guess = `https://${text}`;
  return /^[^\s:/]+\.[^\s:/]{2,}([:/?#]\S*)?$/.test(text) && URL.canParse(guess) ? guess : null;
}

export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (link) => {
        const href = (link.getAttribute('href') ?? '').trim();
        return LEADS_OUT.test(href) && URL.canParse(href) ? { href } : false;
      },
    },
  ],
  renderHTML: ({ mark }) => [
    'a',
    { href: String(mark.attrs.href), target: '_blank', rel: 'noopener noreferrer' },
    0,
  ],
});

/** A typed address becomes a link at the space or line break that follows it. */
export const LinkTypedAddresses = Extension.create({
  name: 'linkTypedAddresses',
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handleTextInput(view, _from, _to, text) {
            if (text === ' ') linkWordBefore(view, editor);
            return false;
          },
          handleKeyDown(view, event) {
            if (event.key === 'Enter' && !event.isComposing) linkWordBefore(view, editor);
            return false;
          },
        },
      }),
    ];
  },
});

function linkWordBefore(view: EditorView, editor: Editor): void {
  // Changing text that an input method is still composing breaks the composition.
  if (view.composing || editor.isDestroyed) return;
  const { $from, empty } = view.state.selection;
  const mark = view.state.schema.marks.link;
  if (!empty || !mark || !$from.parent.inlineContent || $from.parent.type.spec.code) return;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 2000),
    $from.parentOffset,
    ' ',
    ' ',
  );
  const word = /\S+$/.exec(before)?.[0].replace(/[.,;:!?)\]]+$/, '') ?? '';
  if (!/^(https?:\/\/|www\.)/i.test(word) && !isValidAddress(word)) return;
  const href = linkTarget(word);
  const from = $from.pos - before.length + before.lastIndexOf(word);
  if (!href || view.state.doc.rangeHasMark(from, from + word.length, mark)) return;
  view.dispatch(
    view.state.tr.addMark(from, from + word.length, mark.create({ href })).removeStoredMark(mark),
  );
}
