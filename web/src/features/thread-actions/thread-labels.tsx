import { ApiError } from '@bocau/contract/client.ts';
import type { Label } from '@bocau/contract/labels.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { type Carried, LabelPicker } from '../../parts/labels/label-picker.tsx';
import { nextColor } from '../../parts/labels/next-color.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { removeEmptyLabel } from './remove-empty-label.ts';
import { carries, setLabel, setLabelOfMessage } from './set-labels.ts';

export type LabelTarget = { target: ActTarget; message?: Message };

/** The labels of the target, or of one of its messages, each of which can be put on and taken off. */
export function ThreadLabels({ target, message, onDone }: LabelTarget & { onDone(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const { model, threads, whole } = target;
  /** What was set here: the target keeps the rows from when it was opened. */
  const [since, setSince] = useState<ReadonlyMap<string, boolean>>(new Map());

  function carried({ id }: Label): Carried {
    const on = since.get(id);
    if (on !== undefined) return on ? 'all' : 'none';
    if (message) return carries(message, id) ? 'all' : 'none';
    const count = threads.filter((thread) => carries(thread, id)).length;
    // Of a whole list only the page is known.
    if (count === 0 || whole) return count === 0 ? 'none' : 'some';
    return count === threads.length ? 'all' : 'some';
  }

  function set(label: Label, on: boolean, afterUndo?: () => void): void {
    setSince(new Map(since).set(label.id, on));
    const [thread] = threads;
    const detail = message && thread ? model.thread(thread.id, message.folder).thread : null;
    if (message && detail) setLabelOfMessage(model, detail, message, label, on, afterUndo);
    else setLabel({ ...target, threads: asSet(label, on) }, label, on, afterUndo);
    // A server job takes one label; its progress is shown outside.
    if (whole) onDone();
  }

  /** The rows as they are by now, as far as this label goes. */
  function asSet({ id }: Label, on: boolean) {
    if (!since.has(id)) return threads;
    return threads.map((thread) => ({ ...thread, label_ids: on ? [] : [id] }));
  }

  /** LB-21: only the server can make one; without a connection it is refused with a word. */
  async function create(name: string): Promise<boolean> {
    try {
      const label = await model.createLabel({ name, color: nextColor(model.labels()) });
      set(label, true, () => void removeEmptyLabel(api, label.id));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = error.code === 'no_answer' ? t('labels.notMade', { name }) : errorWords(t, error);
      notify({ text: reason, tone: 'danger', seconds: 5 });
      return false;
    }
  }

  return <LabelPicker carried={carried} onSet={(label, on) => set(label, on)} onCreate={create} />;
}
