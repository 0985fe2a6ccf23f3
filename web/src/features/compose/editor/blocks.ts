import { type Editor, Extension, Node } from '@tiptap/core';
import { INDENT_STEP, MOST_INDENT } from './mail-look.ts';

export const MailDocument = Node.create({ name: 'doc', topNode: true, content: 'block+' });

export const Text = Node.create({ name: 'text', group: 'inline' });

export const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
});

/** Headings have no toolbar button: the node only preserves those that were pasted or quoted. */
export const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 1, rendered: false } }),
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(level, 4) } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs.level}`, HTMLAttributes, 0],
});

export const Quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-9': () => this.editor.commands.toggleWrap(this.name) };
  },
});

export const Preformatted = Node.create({
  name: 'preformatted',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', 0],
});

export const Rule = Node.create({
  name: 'rule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
});

export const LineBreak = Node.create({
  name: 'lineBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) };
  },
});

/** The writer's signature. It stays marked, so that it can be told from the text and replaced by another. */
export const Signature = Node.create({
  name: 'signature',
  group: 'block',
  content: 'block+',
  defining: true,
  priority: 200,
  parseHTML: () => [{ tag: 'div[data-signature]' }],
  renderHTML: () => ['div', { 'data-signature': '' }, 0],
});

const TEXT_BLOCKS = ['paragraph', 'heading'];
export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Alignment and indentation of lines; in lists, indentation is nesting. */
export const LineLayout = Extension.create({
  name: 'lineLayout',
  addGlobalAttributes: () => [
    {
      types: TEXT_BLOCKS,
      attributes: {
        align: {
          default: null,
          parseHTML: (element) => {
            const align = (element.style.textAlign || element.getAttribute('align') || '').toLowerCase();
            return align === 'center' || align === 'right' || align === 'justify' ? align : null;
          },
          renderHTML: ({ align }) => (align ? { style: `text-align:${align}` } : {}),
        },
        indent: {
          default: 0,
          parseHTML: (element) => {
            const margin = Number.parseFloat(element.style.marginLeft);
            const steps = Number.isFinite(margin) ? Math.round(margin / INDENT_STEP) : 0;
            return Math.min(Math.max(steps, 0), MOST_INDENT);
          },
          renderHTML: ({ indent }) => (indent ? { style: `margin-left:${indent * INDENT_STEP}px` } : {}),
        },
      },
    },
  ],
  addKeyboardShortcuts() {
    return {
      'Mod-]': () => indent(this.editor, 1),
      'Mod-[': () => indent(this.editor, -1),
      'Mod-Shift-l': () => align(this.editor, 'left'),
      'Mod-Shift-e': () => align(this.editor, 'center'),
      'Mod-Shift-r': () => align(this.editor, 'right'),
    };
  },
});

export function align(editor: Editor, alignment: Alignment): boolean {
  const value = { align: alignment === 'left' ? null : alignment };
  return editor.chain().updateAttributes('paragraph', value).updateAttributes('heading', value).run();
}

export function indent(editor: Editor, by: 1 | -1): boolean {
  if (editor.isActive('listItem')) {
    return by > 0 ? editor.commands.sinkListItem('listItem') : editor.commands.liftListItem('listItem');
  }
  return editor.commands.command(({ state, tr }) => {
    const { from, to } = state.selection;
    state.doc.nodesBetween(from, to, (node, at) => {
      if (!TEXT_BLOCKS.includes(node.type.name)) return;
      const steps = Math.min(Math.max(Number(node.attrs.indent) + by, 0), MOST_INDENT);
      if (steps !== node.attrs.indent) tr.setNodeAttribute(at, 'indent', steps);
    });
    return true;
  });
}
