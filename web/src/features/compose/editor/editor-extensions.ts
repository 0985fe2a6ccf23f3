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

/** All that a message can hold. Whatever else HTML says has no place in it, so it goes as it is read. */
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

/** Only these change what is typed by themselves: a message is no place for the signs of another notation. */
export const TYPED_RULES = ['bulletList', 'orderedList'];

/** Keys before all others' keys. */
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
