import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** What is typed behind a sign, and where: `left` and `bottom` of the sign on the screen. */
export type TypedQuery = {
  query: string;
  from: number;
  to: number;
  place: { left: number; top: number; bottom: number };
};

type Typed = { from: number; query: string } | null;
type Outside = {
  /** Null: there is none any more. */
  onQuery(query: TypedQuery | null): void;
  /** Whether the open list took the key. */
  onKey(key: string): boolean;
};

const LONGEST = 30;
/**
 * For a template: at the beginning of a line or behind a blank. For a field: anywhere but behind another
 * brace. A blank right behind the sign is no name.
 */
const BEFORE_CARET = {
  '/': new RegExp(`(?:^|[\\s\\u00a0])/((?:[^\\s/][^/]{0,${LONGEST}})?)$`),
  '{': new RegExp(`(?:^|[^{])\\{((?:[^\\s{}][^{}]{0,${LONGEST}})?)$`),
} as const;
export type QuerySign = keyof typeof BEFORE_CARET;

const KEYS = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']);

/** What is typed behind the sign at the end of a text. */
export function queryAtEnd(sign: QuerySign, text: string): string | undefined {
  return BEFORE_CARET[sign].exec(text)?.[1];
}

/** Whether a key that was pressed is one of an open list. */
export function isListKey(event: KeyboardEvent): boolean {
  return KEYS.has(event.key) && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
}

/** TE-14: follows what is typed behind a sign, for a list to choose from. */
export function typedQuery(sign: QuerySign, outside: () => Outside | null) {
  const key = new PluginKey<Typed>(`typedQuery ${sign}`);

  function dismiss(view: EditorView): void {
    if (key.getState(view.state)) view.dispatch(view.state.tr.setMeta(key, null));
  }

  function follow(tr: Transaction, before: Typed, _old: EditorState, { selection }: EditorState): Typed {
    if (tr.getMeta(key) === null) return null;
    if (!tr.docChanged && !tr.selectionSet) return before;
    const { $from, empty } = selection;
    if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
    const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\n');
    const query = queryAtEnd(sign, text);
    if (query === undefined) return null;
    const from = $from.pos - query.length - 1;
    if (before && tr.mapping.map(before.from, -1) === from) {
      return before.from === from && before.query === query ? before : { from, query };
    }
    // Only a sign that is typed opens the list, not one that the caret comes to.
    const came = tr.getMeta('uiEvent');
    return tr.docChanged && query === '' && came !== 'paste' && came !== 'drop' ? { from, query } : null;
  }

  return Extension.create({
    name: `typedQuery ${sign}`,
    priority: 3000,
    addProseMirrorPlugins: () => [
      new Plugin<Typed>({
        key,
        state: { init: () => null, apply: follow },
        props: {
          handleDOMEvents: {
            keydown(view, event) {
              if (!key.getState(view.state) || view.composing || !isListKey(event)) return false;
              if (!outside()?.onKey(event.key)) return false;
              event.preventDefault();
              // The window must not take this Escape for its own.
              event.stopPropagation();
              if (event.key === 'Escape') dismiss(view);
              return true;
            },
            blur(view) {
              dismiss(view);
              return false;
            },
          },
        },
        view: () => ({
          update(view, before) {
            const now = key.getState(view.state) ?? null;
            if (now === key.getState(before) && view.state.doc.eq(before.doc)) return;
            outside()?.onQuery(now && shown(view, now));
          },
        }),
      }),
    ],
  });
}

function shown(view: EditorView, { from, query }: { from: number; query: string }): TypedQuery {
  const { left, top, bottom } = view.coordsAtPos(from);
  return { query, from, to: from + 1 + query.length, place: { left, top, bottom } };
}
