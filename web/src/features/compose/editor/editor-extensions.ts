import { type AnyExtension, Extension } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Strike } from '@tiptap/extension-strike';
import { Underline } from '@tiptap/extension-underline';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';
import {
  Heading,
  LineBreak,
  LineLayout,
  MailDocument,
  Paragraph,
  Preformatted,
  Quote,
  Rule,
  Signature,
  Text,
} from './blocks.ts';
import { DriveFileNode } from './drive-file-node.ts';
import { MailImage } from './image-node.ts';
import { Link, LinkTypedAddresses } from './links.ts';
import { Background, FontFamily, FontSize, TextColour } from './style-marks.ts';
import { Tables } from './tables.ts';

/** Everything that a message can contain. Any other HTML is not in the schema and is dropped on parsing. */
export const mailContent: AnyExtension[] = [
  MailDocument,
  Text,
  Paragraph,
  Heading,
  Quote,
  Preformatted,
  Rule,
  LineBreak,
  Signature,
  LineLayout,
  MailImage,
  DriveFileNode,
  Tables,
  BulletList,
  OrderedList,
  ListItem,
  Link,
  Bold,
  Italic,
  Underline,
  Strike,
  FontSize,
  TextColour,
  Background,
  FontFamily,
];

/** The only input rules that are on: typed text is not to be converted from Markdown. */
export const TYPED_RULES = ['bulletList', 'orderedList'];

/** Shortcuts with priority over those of all other extensions. */
function keys(shortcuts: Record<string, () => boolean>) {
  return Extension.create({ name: 'composeKeys', priority: 2000, addKeyboardShortcuts: () => shortcuts });
}

export function editorExtensions(shortcuts: Record<string, () => boolean>): AnyExtension[] {
  return [
    ...mailContent,
    ListKeymap,
    LinkTypedAddresses,
    UndoRedo.configure({ depth: 200 }),
    Dropcursor.configure({ class: 'compose-drop', color: false }),
    Gapcursor,
    keys(shortcuts),
  ];
}
