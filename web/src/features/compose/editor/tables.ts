import { type Editor, Extension, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type Command, type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
} from '@tiptap/pm/tables';
import { CELL_BORDER } from './mail-look.ts';

const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHead: 'header_cell',
};

/** `prepareHtml` has left only the styles that a message may have. */
const keptStyle = {
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute('data-kept-style'),
  renderHTML: ({ style }: Record<string, unknown>) => (style ? { style } : {}),
};

const cellAttributes = () => ({
  colspan: { default: 1, parseHTML: (cell: HTMLElement) => span(cell, 'colspan') },
  rowspan: { default: 1, parseHTML: (cell: HTMLElement) => span(cell, 'rowspan') },
  colwidth: { default: null, rendered: false },
  style: keptStyle,
});

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({ style: keptStyle }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHead)*',
  addAttributes: () => ({ style: keptStyle }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', withoutSingleSpans(HTMLAttributes), 0],
});

const TableHead = Node.create({
  name: 'tableHead',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', withoutSingleSpans(HTMLAttributes), 0],
});

/** In a table Tab moves from cell to cell, and from the last one to a new row. */
export const Tables = Extension.create({
  name: 'tables',
  addExtensions: () => [Table, TableRow, TableCell, TableHead],
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  addKeyboardShortcuts() {
    const go = (by: 1 | -1) => () => run(this.editor, goToNextCell(by));
    const forward = () => {
      if (go(1)()) return true;
      if (!this.editor.isActive('table')) return false;
      changeTable(this.editor, 'rowBelow');
      return go(1)();
    };
    return { Tab: forward, 'Shift-Tab': go(-1) };
  },
  addProseMirrorPlugins: () => [tableEditing(), new Plugin({ appendTransaction: addLinesBelowPasted })],
});

/** By their keys among the words of `compose.editor.tableActs`. */
export const TABLE_ACTS = {
  rowAbove: addRowBefore,
  rowBelow: addRowAfter,
  columnLeft: addColumnBefore,
  columnRight: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
} satisfies Record<string, Command>;
export type TableAct = keyof typeof TABLE_ACTS;

const CELL_PADDING = 'padding:4px 8px';
const CELL_STYLE = `border:${CELL_BORDER};${CELL_PADDING}`;

/** Puts the cursor into the new cell, or where the table was. */
export function changeTable(editor: Editor, act: TableAct): void {
  run(editor, TABLE_ACTS[act]);
  // A new cell takes the look of its neighbours, which is stored in the cells alone.
  editor.commands.command(({ tr }) => {
    tr.doc.descendants((node, at) => {
      if (node.type.name === 'tableCell' && node.attrs.style === null && isOurTable(tr.doc, at))
        tr.setNodeAttribute(at, 'style', CELL_STYLE);
    });
    return true;
  });
  editor.commands.focus();
}

function isOurTable(doc: DocumentNode, cell: number): boolean {
  const table = doc.resolve(cell).node(-1);
  let ours = false;
  table.descendants((node) => {
    if (String(node.attrs.style).includes(CELL_PADDING)) ours = true;
  });
  return ours;
}

/** Inserts a table as wide as the message, with the cursor in its first cell. */
export function insertTable(editor: Editor, columns: number, rows: number): void {
  const { paragraph, tableCell, tableRow, table } = editor.schema.nodes;
  if (!paragraph || !tableCell || !tableRow || !table) return;
  const style = `width:${Math.floor(100 / columns)}%;${CELL_STYLE}`;
  const cell = () => tableCell.create({ style }, paragraph.create());
  const row = () => tableRow.create(null, Array.from({ length: columns }, cell));
  const made = table.create({ style: 'width:100%' }, Array.from({ length: rows }, row));
  editor.commands.command(({ tr }) => {
    tr.replaceSelectionWith(made);
    const at = tr.mapping.map(editor.state.selection.from, -1);
    let inside: number | null = null;
    tr.doc.nodesBetween(Math.max(0, at - 1), tr.doc.content.size, (node, position) => {
      if (inside === null && node === made) inside = position;
    });
    if (inside !== null) tr.setSelection(TextSelection.near(tr.doc.resolve(inside + 1)));
    if (inside !== null) addLineBelow(tr, inside + made.nodeSize);
    return true;
  });
  editor.commands.focus();
}

/** Besides the end of the text, the blocks below a table in which typing can't continue. */
const NO_LINES = ['table', 'signature'];

/** Makes sure that a line follows a table. Returns whether one had to be added. */
function addLineBelow(tr: Transaction, end: number): boolean {
  const { paragraph } = tr.doc.type.schema.nodes;
  const next = tr.doc.resolve(end).nodeAfter?.type.name;
  if (!paragraph || (next !== undefined && !NO_LINES.includes(next))) return false;
  tr.insert(end, paragraph.create());
  return true;
}

/** Adds lines below pasted or dropped tables; after pasting one, the user continues below it. */
function addLinesBelowPasted(
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, tr }: EditorState,
): Transaction | null {
  const isPasted = transactions.some((one) => one.getMeta('paste') || one.getMeta('uiEvent') === 'drop');
  if (!isPasted) return null;
  const known = new Set(tablesOf(before.doc).map(({ node }) => node));
  for (const { node, at } of tablesOf(doc).toReversed()) {
    if (known.has(node)) continue;
    const end = at + node.nodeSize;
    // The last table: where no line followed it, the cursor has ended up in the signature.
    if (addLineBelow(tr, end) && !tr.selectionSet && !isInTable(before))
      tr.setSelection(TextSelection.create(tr.doc, end + 1));
  }
  return tr.docChanged ? tr : null;
}

function tablesOf(doc: DocumentNode): { node: DocumentNode; at: number }[] {
  const found: { node: DocumentNode; at: number }[] = [];
  doc.descendants((node, at) => {
    if (node.type.name === 'table') found.push({ node, at });
    return !node.isTextblock;
  });
  return found;
}

function isInTable({ selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'table') return true;
  return false;
}

function run(editor: Editor, command: Command): boolean {
  return command(editor.state, (transaction) => editor.view.dispatch(transaction));
}

const MOST_SPANNED = 200;

function span(cell: HTMLElement, name: 'colspan' | 'rowspan'): number {
  const cells = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return cells > 1 ? Math.min(cells, MOST_SPANNED) : 1;
}

function withoutSingleSpans(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => !/span$/.test(name) || value !== 1),
  );
}
