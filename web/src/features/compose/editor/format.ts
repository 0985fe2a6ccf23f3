import type { Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { ALIGNMENTS, type Alignment } from './blocks.ts';
import { selectedImage } from './image-size.ts';
import { BASE_SIZE } from './mail-look.ts';

/** The format at the cursor: what the toolbar shows as pressed. */
export type Format = {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  size: number;
  family: string | null;
  table: boolean;
  /** Whether an image is selected that is displayed here. */
  image: boolean;
  colour: string | null;
  background: string | null;
  align: Alignment;
  bulletList: boolean;
  orderedList: boolean;
  quote: boolean;
  link: string | null;
  canUndo: boolean;
  canRedo: boolean;
};

export const NO_FORMAT: Format = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  size: BASE_SIZE,
  family: null,
  table: false,
  image: false,
  colour: null,
  background: null,
  align: 'left',
  bulletList: false,
  orderedList: false,
  quote: false,
  link: null,
  canUndo: false,
  canRedo: false,
};

/** The current format; the known object where nothing has changed. */
export function readFormat(editor: Editor, known: Format): Format {
  const { state } = editor;
  const { $from } = state.selection;
  const list = nearestList(editor);
  const marked = (name: string): unknown => editor.getAttributes(name).value;
  const align = ALIGNMENTS.find((each) => each === $from.parent.attrs.align);
  const next: Format = {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    size: editor.isActive('fontSize') ? Number(marked('fontSize')) : BASE_SIZE,
    family: asText(marked('fontFamily')),
    table: editor.isActive('table'),
    image: selectedImage(editor) !== null,
    colour: asText(marked('textColour')),
    background: asText(marked('background')),
    align: align ?? 'left',
    bulletList: list === 'bulletList',
    orderedList: list === 'orderedList',
    quote: editor.isActive('quote'),
    link: asText(editor.getAttributes('link').href),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
  const keys = Object.keys(next) as (keyof Format)[];
  return keys.every((key) => next[key] === known[key]) ? known : next;
}

function nearestList(editor: Editor): string | null {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { name } = $from.node(depth).type;
    if (name === 'bulletList' || name === 'orderedList') return name;
  }
  return null;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
