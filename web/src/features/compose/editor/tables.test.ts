// @vitest-environment jsdom
import type { Editor } from '@tiptap/core';
import { beforeAll, expect, test } from 'vitest';
import { createEditor } from './create-editor.ts';
import { changeTable, insertTable } from './tables.ts';
import { writeMailHtml } from './write-mail-html.ts';

// Nothing is laid out here: words have no place on a screen.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

function edit(html: string): Editor {
  const element = document.createElement('div');
  document.body.append(element);
  return createEditor({ element, html, label: '', shortcuts: {}, extensions: [], transfer: {} });
}

/** As it leaves. */
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
