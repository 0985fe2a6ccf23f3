import { Editor, type Extension } from '@tiptap/core';
import { Fragment, type Node, DOMParser as ProseMirrorParser, Slice } from '@tiptap/pm/model';
import { Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorProps } from '@tiptap/pm/view';
import type { DriveCard } from '../../../parts/drive-picker/drive-card.ts';
import type { TypedAhead } from '../../../parts/keyboard/take-keys.ts';
import { caretEdges } from './caret-edges.ts';
import { editorExtensions, TYPED_RULES } from './editor-extensions.ts';
import { prepareBody } from './prepare-html.ts';

/**
 * Editors that have had the focus, whose selection is a caret of the user; before that it is only the start
 * of the text.
 */
const written = new WeakSet<Editor>();

export function createEditor(how: {
  element: HTMLElement;
  html: string;
  label: string;
  shortcuts: Record<string, () => boolean>;
  extensions: readonly Extension[];
  transfer: EditorProps;
}): Editor {
  const editor = new Editor({
    element: how.element,
    extensions: [...editorExtensions(how.shortcuts), ...how.extensions],
    // Parsed here: the editor would turn plain text into HTML by itself.
    onBeforeCreate: ({ editor }) => {
      editor.options.content = readText(editor, how.html).toJSON();
    },
    enableInputRules: TYPED_RULES,
    enablePasteRules: false,
    enableCoreExtensions: { delete: false, textDirection: false },
    injectCSS: false,
    editorProps: {
      ...how.transfer,
      ...caretEdges(),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': how.label,
        spellcheck: 'true',
        translate: 'no',
      },
    },
  });
  editor.on('focus', () => written.add(editor));
  return editor;
}

/** Whether the selection is one of the person, not only the start of the text. */
export function hasCaret(editor: Editor): boolean {
  return written.has(editor);
}

export type TypingPlace = 'start' | 'cursor' | number;

export function caretOf(editor: Editor): number | null {
  return written.has(editor) ? editor.state.selection.head : null;
}

/**
 * Inserts what was typed before the text was ready. Sets the focus synchronously, not with the next frame.
 */
export function typeInto(editor: Editor, where: TypingPlace, typed: TypedAhead): void {
  const { tr } = editor.state;
  if (typeof where === 'number') {
    tr.setSelection(Selection.near(tr.doc.resolve(Math.min(where, tr.doc.content.size))));
  } else if (where === 'start' || !written.has(editor)) tr.setSelection(Selection.atStart(tr.doc));
  for (const [index, line] of typed.text.split('\n').entries()) {
    if (index > 0) tr.split(tr.selection.from);
    if (line !== '') tr.insertText(line);
  }
  const caret = tr.selection.from - typed.afterCaret;
  if (typed.afterCaret > 0) tr.setSelection(TextSelection.near(tr.doc.resolve(Math.max(0, caret))));
  editor.view.dispatch(tr);
  if (!typed.goesOn) return;
  editor.view.focus();
  editor.commands.scrollIntoView();
}

/** Runs it once no IME composition is active: text changed under a composition is duplicated or lost. */
export function whenNotComposing(editor: Editor, run: () => void): void {
  if (editor.isDestroyed) return;
  if (!editor.view.composing) {
    run();
    return;
  }
  const again = () => queueMicrotask(() => whenNotComposing(editor, run));
  editor.view.dom.addEventListener('compositionend', again, { once: true });
}

/** Replaces the whole text; undo reverts it like typing. */
export function replaceText(editor: Editor, html: string): void {
  editor.commands.setContent(readText(editor, html).toJSON(), {
    emitUpdate: false,
    errorOnInvalidContent: false,
  });
}

/** Replaces the signature, or appends one where there is none; null removes it. */
export function replaceSignature(editor: Editor, html: string | null): void {
  const type = editor.schema.nodes.signature;
  if (!type) return;
  const found = findSignature(editor.state.doc);
  const next = html === null ? null : type.create(null, readBlocks(editor, html));
  const { tr } = editor.state;
  if (found) tr.replaceWith(found.at, found.at + found.node.nodeSize, next ?? Fragment.empty);
  else if (next) tr.insert(tr.doc.content.size, next);
  if (tr.docChanged) editor.view.dispatch(tr);
}

/**
 * The index of the known signature that this one equals; `edited` where its content differs, `none` where
 * there is none.
 */
export function whichSignature(editor: Editor, known: readonly string[]): number | 'edited' | 'none' {
  const found = findSignature(editor.state.doc);
  if (!found) return 'none';
  const written = lookOf(found.node.content);
  const index = known.findIndex((html) => lookOf(readBlocks(editor, html)) === written);
  return index < 0 ? 'edited' : index;
}

/** For comparison without image addresses: a draft has its own copies of a signature's images. */
function lookOf(blocks: Fragment): string {
  return JSON.stringify(blocks.toJSON(), (key, value) => (key === 'src' ? '' : value));
}

function findSignature(doc: Node): { at: number; node: Node } | null {
  let found: { at: number; node: Node } | null = null;
  doc.forEach((node, at) => {
    if (node.type.name === 'signature') found ??= { at, node };
  });
  return found;
}

/** Appends HTML below everything else. */
export function appendHtml(editor: Editor, html: string): void {
  const blocks = readBlocks(editor, html);
  editor.view.dispatch(
    editor.state.tr.replace(editor.state.doc.content.size, undefined, new Slice(blocks, 0, 0)),
  );
}

/** `end`: below the writer's own text, where it doesn't disturb somebody who is typing. */
export type CardPlace = 'cursor' | 'end';

/**
 * Inserts cards. At the cursor they are followed by a line to continue on, a new one or the rest of the
 * current one; a selection is kept, and a signature is not split.
 */
export function insertDriveFiles(editor: Editor, cards: readonly DriveCard[], where: CardPlace): void {
  const { doc, tr, schema, selection } = editor.state;
  const signature = findSignature(doc);
  const isSigned =
    signature !== null &&
    selection.to > signature.at &&
    selection.to < signature.at + signature.node.nodeSize;
  if (where === 'end' || isSigned || !written.has(editor)) {
    const nodes = cards.map((attrs) => schema.nodeFromJSON({ type: 'driveFile', attrs }));
    // Somebody typing at the end of the text continues below the card instead of replacing it.
    if (!signature) nodes.push(schema.nodeFromJSON({ type: 'paragraph' }));
    editor.view.dispatch(tr.insert(signature?.at ?? doc.content.size, nodes));
    return;
  }
  const lines: { type: string; attrs?: DriveCard }[] = cards.map((attrs) => ({ type: 'driveFile', attrs }));
  const { parent, parentOffset } = selection.$to;
  if (parentOffset === parent.content.size) lines.push({ type: 'paragraph' });
  editor.chain().insertContentAt(selection.to, lines).focus().run();
}

export function readBlocks(editor: Editor, html: string): Fragment {
  return readText(editor, html).content;
}

function readText(editor: Editor, html: string): Node {
  return ProseMirrorParser.fromSchema(editor.schema).parse(prepareBody(html));
}
