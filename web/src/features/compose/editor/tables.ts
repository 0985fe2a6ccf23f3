import { Extension, Node } from '@tiptap/core';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';

const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHead: 'header_cell',
};

/** As `prepareHtml` has left it: only what may stand in a message. */
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

/** Tables come by pasting and with quoted messages; in them one moves and types. */
export const Tables = Extension.create({
  name: 'tables',
  addExtensions: () => [Table, TableRow, TableCell, TableHead],
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  addKeyboardShortcuts() {
    const go = (by: 1 | -1) => () =>
      goToNextCell(by)(this.editor.state, (transaction) => this.editor.view.dispatch(transaction));
    return { Tab: go(1), 'Shift-Tab': go(-1) };
  },
  addProseMirrorPlugins: () => [tableEditing()],
});

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
