import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Selection, TextSelection } from '@tiptap/pm/state';
import { type Besides, BesidesStep } from './besides-step.ts';
import { readBlocks } from './create-editor.ts';

/** What was typed to find the template, which it replaces. */
export type TypedRange = { from: number; to: number };

/** TE-11: one step of the editor's undo. Of several blocks, an empty line makes room. */
export function insertTemplate(
  editor: Editor,
  html: string,
  place: { range: TypedRange | null; atStart: boolean },
  besides?: Besides,
): void {
  const blocks = withoutSignatures(readBlocks(editor, html));
  const { tr } = editor.state;
  if (place.atStart) tr.setSelection(Selection.atStart(tr.doc));
  const { range } = place;
  if (range && /[/{]/.test(tr.doc.textBetween(range.from, range.from + 1))) tr.delete(range.from, range.to);
  const { from, to, $from } = tr.selection;
  const [only] = blocks.childCount === 1 ? [blocks.firstChild] : [];
  const isEmptyLine = $from.parent.isTextblock && $from.parent.content.size === 0 && $from.depth > 0;
  const before = tr.doc.content.size;
  const start = isEmptyLine ? $from.before() : from;
  if (isEmptyLine) tr.replaceWith(start, $from.after(), blocks);
  else if (only?.type.name === 'paragraph') tr.replaceWith(from, to, only.content);
  else tr.replaceRange(from, to, new Slice(blocks, 0, 0));
  const end = start + (tr.doc.content.size - before) + (isEmptyLine ? 2 : to - from);
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(Math.max(end, 0), tr.doc.content.size)), -1));
  if (besides) tr.step(new BesidesStep(besides));
  editor.view.dispatch(tr.scrollIntoView());
  // What is typed next is undone by itself, as is another template.
  editor.view.dispatch(closeHistory(editor.state.tr));
}

/** The message has its own. */
function withoutSignatures(blocks: Fragment): Fragment {
  return Fragment.fromArray(blocks.content.filter(({ type }) => type.name !== 'signature'));
}
