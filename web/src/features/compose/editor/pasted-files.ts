import { DOMAIN_IMAGES } from '@bocau/contract/template-limits.ts';
import type { Editor } from '@tiptap/core';
import { Fragment, type ResolvedPos, Slice } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { parseHtml } from '../../../lib/trusted-html.ts';
import { cleanPastedHtml } from './clean-paste.ts';

export type TakenFiles = { images(files: File[], at?: number): void; others(files: File[]): void };

/** Handles the clipboard, and what is dropped on the editor. */
export function transferProps(take: TakenFiles): EditorProps {
  return {
    transformPastedHTML: cleanPastedHtml,
    transformPasted: (slice, { state }) =>
      keepsItsStart(slice, state.selection.$from) ? new Slice(slice.content, 0, slice.openEnd) : slice,
    clipboardTextParser(text, context, plain, view) {
      const { schema } = view.state;
      const lines = text.replace(/\r\n?/g, '\n').split('\n');
      const marks = plain ? [] : context.marks();
      const paragraph = schema.nodes.paragraph;
      const blocks = lines.flatMap(
        (line) => paragraph?.create(null, line === '' ? null : schema.text(line, marks)) ?? [],
      );
      return new Slice(Fragment.from(blocks), 1, 1);
    },
    handlePaste(_view, event) {
      const files = [...(event.clipboardData?.files ?? [])];
      // Office programs put a picture of the copied text beside it.
      if (files.length === 0 || hasWords(event.clipboardData?.getData('text/html') ?? '')) return false;
      share(files, take);
      return true;
    },
    handleDrop(view, event, _slice, moved) {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (moved || files.length === 0) return false;
      event.preventDefault();
      share(files, take, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
      return true;
    },
  };
}

/**
 * Pasted text continues the current line, which keeps its own layout. In an empty line the layout of the
 * pasted text counts, and list items never become part of the preceding sentence.
 */
function keepsItsStart({ content, openStart }: Slice, { parent, depth }: ResolvedPos): boolean {
  const first = content.firstChild;
  if (!first || openStart === 0) return false;
  const isEmpty = parent.content.size === 0;
  if (first.isTextblock) return isEmpty && (first.attrs.align !== null || Number(first.attrs.indent) > 0);
  return !isEmpty && depth === 1 && /List$/.test(first.type.name) && first.childCount > 1;
}

const IMAGE = /^image\/(png|jpe?g|gif|webp)$/;

function share(files: readonly File[], take: TakenFiles, at?: number): void {
  const images = files.filter(({ type }) => IMAGE.test(type));
  const others = files.filter(({ type }) => !IMAGE.test(type));
  if (images.length > 0) take.images(images, at);
  if (others.length > 0) take.others(others);
}

function hasWords(html: string): boolean {
  if (html === '') return false;
  const { body } = parseHtml(html);
  return (body.textContent ?? '').trim() !== '';
}

/** Images within pasted text become files of the message, like those pasted alone. */
export function takeWrittenImages(editor: Editor, take: TakenFiles): void {
  const found: { at: number; file: File }[] = [];
  editor.state.doc.descendants((node, at) => {
    const file = node.type.name === 'image' ? fileOfData(String(node.attrs.src)) : null;
    if (file) found.push({ at, file });
  });
  for (const { at, file } of found.reverse()) {
    editor.view.dispatch(editor.state.tr.delete(at, at + 1));
    take.images([file], at);
  }
}

/** TE-16: out of the text of a template, whose images are none of a message: nobody else could see them. */
export function dropTemplateImages(editor: Editor): void {
  const found: number[] = [];
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === 'image' && String(node.attrs.src).startsWith(DOMAIN_IMAGES)) found.push(at);
  });
  for (const at of found.reverse()) editor.view.dispatch(editor.state.tr.delete(at, at + 1));
}

function fileOfData(src: string): File | null {
  const [, type, kind, data] = /^data:(image\/(\w+));base64,([\w+/=\s]+)$/.exec(src) ?? [];
  if (!type || !kind || !data) return null;
  const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
  return new File([bytes], `image.${kind === 'jpeg' ? 'jpg' : kind}`, { type });
}
