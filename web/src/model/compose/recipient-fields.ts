import { LIMITS } from '@bocau/contract/limits.ts';
import type { ComposeModel, ComposeRecipient, ComposeWindow, RecipientField } from './compose-model.ts';
import type { ComposeStore } from './compose-store.ts';
import { recipientsOf } from './open-window.ts';
import { recipientsFromText, textOfRecipient, withoutDuplicates } from './recipient-text.ts';

type RecipientActs = Pick<
  ComposeModel,
  'addRecipients' | 'removeRecipient' | 'moveRecipient' | 'takeRecipientBack'
>;

/** Operations on the recipients of a window. */
export function createRecipientActs(store: ComposeStore, check: () => void): RecipientActs {
  function put(
    view: ComposeWindow,
    fields: Partial<Record<RecipientField, readonly ComposeRecipient[]>>,
  ): void {
    store.changeContent(view.id, fields);
    check();
  }

  function without(view: ComposeWindow, field: RecipientField, index: number) {
    return view[field].filter((_, at) => at !== index);
  }

  return {
    addRecipients(id, field, text) {
      const view = store.get(id)?.view;
      const added = recipientsFromText(text);
      if (!view || added.length === 0) return;
      const room = LIMITS.recipientsPerMail - recipientsOf(view).length;
      const next = withoutDuplicates([...view[field], ...added]);
      if (next.length === view[field].length) return;
      const taken = next.slice(0, view[field].length + Math.max(0, room));
      if (taken.length < next.length) {
        store.emit({ kind: 'too-many-recipients', windowId: id, most: LIMITS.recipientsPerMail });
      }
      if (taken.length > view[field].length) put(view, { [field]: taken });
    },
    removeRecipient(id, field, index) {
      const view = store.get(id)?.view;
      if (view?.[field][index]) put(view, { [field]: without(view, field, index) });
    },
    moveRecipient(id, from, index, to, at) {
      const view = store.get(id)?.view;
      const moved = view?.[from][index];
      if (!view || !moved) return;
      const rest = without(view, from, index);
      const target = [...(from === to ? rest : view[to])];
      target.splice(at ?? target.length, 0, moved);
      put(view, from === to ? { [to]: target } : { [from]: rest, [to]: withoutDuplicates(target) });
    },
    takeRecipientBack(id, field, index) {
      const view = store.get(id)?.view;
      const taken = view?.[field][index];
      if (!view || !taken) return '';
      put(view, { [field]: without(view, field, index) });
      return textOfRecipient(taken);
    },
  };
}
