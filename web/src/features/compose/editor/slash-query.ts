import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** What is typed behind a slash, and where: `left` and `bottom` of the slash on the screen. */
export type SlashQuery = {
  query: string;
  from: number;
  to: number;
  place: { left: number; top: number; bottom: number };
};

type Typed = { from: number; query: string } | null;
type Outside = {
  /** Null: there is none any more. */
  onSlash(query: SlashQuery | null): void;
  /** Whether the open list took the key. */
  onSlashKey(key: string): boolean;
};

const LONGEST = 30;
/** At the beginning of a line or behind a blank; a blank right behind it is no name of a template. */
const BEFORE_CARET = new RegExp(`(?:^|[\\s\\u00a0])/((?:[^\\s/][^/]{0,${LONGEST}})?)$`);
const KEYS = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']);
const key = new PluginKey<Typed>('slashQuery');

/** TE-14: follows what is typed behind a slash, for a list of templates. */
export function slashQuery(outside: () => Outside | null) {
  return Extension.create({
    name: 'slashQuery',
    priority: 3000,
    addProseMirrorPlugins: () => [
      new Plugin<Typed>({
        key,
        state: { init: () => null, apply: follow },
        props: {
          handleDOMEvents: {
            keydown(view, event) {
              if (!key.getState(view.state) || view.composing || !KEYS.has(event.key)) return false;
              if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
              if (!outside()?.onSlashKey(event.key)) return false;
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
            outside()?.onSlash(now && shown(view, now));
          },
        }),
      }),
    ],
  });
}

function follow(tr: Transaction, before: Typed, _old: EditorState, { selection }: EditorState): Typed {
  if (tr.getMeta(key) === null) return null;
  if (!tr.docChanged && !tr.selectionSet) return before;
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\n');
  const [, query] = BEFORE_CARET.exec(text) ?? [];
  if (query === undefined) return null;
  const from = $from.pos - query.length - 1;
  if (before && tr.mapping.map(before.from, -1) === from) {
    return before.from === from && before.query === query ? before : { from, query };
  }
  // Only a slash that is typed opens the list, not one that the caret comes to.
  const came = tr.getMeta('uiEvent');
  return tr.docChanged && query === '' && came !== 'paste' && came !== 'drop' ? { from, query } : null;
}

function dismiss(view: EditorView): void {
  if (key.getState(view.state)) view.dispatch(view.state.tr.setMeta(key, null));
}

function shown(view: EditorView, { from, query }: { from: number; query: string }): SlashQuery {
  const { left, top, bottom } = view.coordsAtPos(from);
  return { query, from, to: from + 1 + query.length, place: { left, top, bottom } };
}
