import type { Editor } from '@tiptap/core';
import { beforeAll, expect, test } from 'vitest';
import { createEditor } from './create-editor.ts';
import { changeTable, insertTable } from './tables.ts';
import { writeMailHtml } from './write-mail-html.ts';

// jsdom has no layout: text has no position.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

function edit(html: string): Editor {
  const element = document.createElement('div');
  document.body.append(element);
  return createEditor({ element, html, label: '', shortcuts: {}, extensions: [], transfer: {} });
}

/** The message as it is sent. */
function written(editor: Editor): HTMLElement {
  return new DOMParser().parseFromString(writeMailHtml(editor.state.doc), 'text/html').body;
}

test('a table is inserted with its lines, typed in, and grows by rows and columns', () => {
  const editor = edit('<p>Chào</p>');
  editor.commands.setTextSelection(editor.state.doc.content.size);
  insertTable(editor, 3, 2);
  editor.view.dispatch(editor.state.tr.insertText('Ô đầu'));
  changeTable(editor, 'rowBelow');
  changeTable(editor, 'columnLeft');
  const body = written(editor);
  const table = body.querySelector('table');
  const cells = [...(table?.querySelectorAll('td') ?? [])];
  expect([table?.rows.length, cells.length]).toEqual([3, 12]);
  expect(cells[1]?.textContent).toBe('Ô đầu');
  for (const cell of cells) expect(cell.style.border).toContain('1px solid');
  expect(body.textContent).toMatch(/^Chào/);
  changeTable(editor, 'deleteTable');
  expect(written(editor).querySelector('table')).toBeNull();
});

test('the Tab key adds a row at the end of a table', () => {
  const editor = edit('<p></p>');
  insertTable(editor, 1, 1);
  editor.view.someProp('handleKeyDown', (handle) =>
    handle(editor.view, new KeyboardEvent('keydown', { key: 'Tab' })),
  );
  const cells = [...written(editor).querySelectorAll('td')];
  expect(cells.map((cell) => cell.style.borderTopStyle)).toEqual(['solid', 'solid']);
});

test('a table that came from elsewhere keeps its look when it grows', () => {
  const editor = edit('<table><tr><td>a</td></tr></table>');
  editor.commands.setTextSelection(4);
  changeTable(editor, 'rowBelow');
  for (const cell of written(editor).querySelectorAll('td')) expect(cell.style.border).toBe('');
});

const blocks = (editor: Editor) => editor.state.doc.content.content.map(({ type }) => type.name);
const SIGNED = '<p>Chào</p><div data-signature=""><table><tr><td>Lan Anh</td></tr></table></div>';
/** Pastes as a browser would: jsdom has no clipboard. */
const paste = (editor: Editor, html: string) =>
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
const below = (editor: Editor) => editor.state.selection.$from.parent.type.name;

test('a table that is inserted or pasted before the signature has a line below it to go on with', () => {
  const inserted = edit(SIGNED);
  inserted.commands.setTextSelection(5);
  insertTable(inserted, 1, 1);
  expect(blocks(inserted)).toEqual(['paragraph', 'table', 'paragraph', 'signature']);

  const pasted = edit(SIGNED);
  pasted.commands.setTextSelection(5);
  paste(pasted, '<table><tr><td>1</td><td>2</td></tr></table>');
  pasted.view.dispatch(pasted.state.tr.insertText('Xem bảng trên'));
  expect(blocks(pasted)).toEqual(['paragraph', 'table', 'paragraph', 'signature']);
  expect(pasted.state.doc.child(2).textContent).toBe('Xem bảng trên');
  // The signature's own paragraph is unchanged.
  expect(pasted.state.doc.lastChild?.childCount).toBe(1);
});

test('a table that is pasted within a text, or into a cell, adds no empty line', () => {
  const editor = edit('<p>trước</p><p>sau</p>');
  editor.commands.setTextSelection(6);
  paste(editor, '<table><tr><td>1</td></tr></table>');
  expect(blocks(editor)).toEqual(['paragraph', 'table', 'paragraph']);
  editor.commands.setTextSelection(11);
  expect(below(editor)).toBe('paragraph');
  paste(editor, '<p>thêm</p>');
  expect(blocks(editor)).toEqual(['paragraph', 'table', 'paragraph']);
});
