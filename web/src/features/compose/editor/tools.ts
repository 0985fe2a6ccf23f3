import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { ComponentType } from 'react';
import { indent } from './blocks.ts';
import type { Format } from './format.ts';

export type Tool = {
  id:
    | 'undo'
    | 'redo'
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'bulletList'
    | 'orderedList'
    | 'outdent'
    | 'indent'
    | 'quote'
    | 'clear';
  icon: ComponentType<{ size?: number }>;
  /** In the form that `printedKey` takes. */
  shortcut: string | null;
  /** Omitted for a tool that is no toggle. */
  pressed?(format: Format): boolean;
  off?(format: Format): boolean;
  run(editor: Editor): void;
};

export const HISTORY_TOOLS: readonly Tool[] = [
  {
    id: 'undo',
    icon: IconArrowBackUp,
    shortcut: 'Mod+z',
    off: ({ canUndo }) => !canUndo,
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    id: 'redo',
    icon: IconArrowForwardUp,
    shortcut: 'Mod+Shift+z',
    off: ({ canRedo }) => !canRedo,
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

export const TEXT_TOOLS: readonly Tool[] = [
  {
    id: 'bold',
    icon: IconBold,
    shortcut: 'Mod+b',
    pressed: ({ bold }) => bold,
    run: (editor) => editor.chain().focus().toggleMark('bold').run(),
  },
  {
    id: 'italic',
    icon: IconItalic,
    shortcut: 'Mod+i',
    pressed: ({ italic }) => italic,
    run: (editor) => editor.chain().focus().toggleMark('italic').run(),
  },
  {
    id: 'underline',
    icon: IconUnderline,
    shortcut: 'Mod+u',
    pressed: ({ underline }) => underline,
    run: (editor) => editor.chain().focus().toggleMark('underline').run(),
  },
  {
    id: 'strike',
    icon: IconStrikethrough,
    shortcut: 'Mod+Shift+s',
    pressed: ({ strike }) => strike,
    run: (editor) => editor.chain().focus().toggleMark('strike').run(),
  },
];

export const BLOCK_TOOLS: readonly Tool[] = [
  {
    id: 'bulletList',
    icon: IconList,
    shortcut: 'Mod+Shift+8',
    pressed: ({ bulletList }) => bulletList,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'orderedList',
    icon: IconListNumbers,
    shortcut: 'Mod+Shift+7',
    pressed: ({ orderedList }) => orderedList,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'outdent',
    icon: IconIndentDecrease,
    shortcut: 'Mod+[',
    run: (editor) => {
      indent(editor, -1);
      editor.commands.focus();
    },
  },
  {
    id: 'indent',
    icon: IconIndentIncrease,
    shortcut: 'Mod+]',
    run: (editor) => {
      indent(editor, 1);
      editor.commands.focus();
    },
  },
  {
    id: 'quote',
    icon: IconBlockquote,
    shortcut: 'Mod+Shift+9',
    pressed: ({ quote }) => quote,
    run: (editor) => editor.chain().focus().toggleWrap('quote').run(),
  },
];

export const CLEAR_TOOL: Tool = {
  id: 'clear',
  icon: IconClearFormatting,
  shortcut: null,
  run: (editor) =>
    editor
      .chain()
      .focus()
      .unsetAllMarks()
      .resetAttributes('paragraph', ['align', 'indent'])
      .setNode('paragraph')
      .run(),
};
