import type { Label } from '@bocau/contract/labels.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import { say } from '../../i18n/i18n.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { rowOfThread } from '../../model/mail/row-of-thread.ts';
import { type ActTarget, groupsOf } from '../../parts/acts/act-target.ts';
import { recordActs } from '../../parts/acts/record-acts.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { notify } from '../../parts/notices/notify.ts';
import { beginAct } from './begin-act.ts';

/** Puts a label on the target, or takes it off. */
export function setLabel(target: ActTarget, label: Label, on: boolean, afterUndo?: () => void): void {
  const threads = target.threads.filter((thread) => carries(thread, label.id) !== on);
  if (threads.length === 0 && !target.whole) return;
  const change = on ? { add: [label.id], remove: [] } : { add: [], remove: [label.id] };
  beginAct(
    { ...target, threads },
    {
      name: on ? 'label' : 'unlabel',
      operation: (some) => ({ kind: 'label', groups: groupsOf(some), ...change }),
      bulk: { action: on ? 'label' : 'unlabel', label_id: label.id },
      folder: labelPathWords(label.name),
      together: true,
      afterUndo,
    },
  );
}

/** The same for one message of an open conversation. */
export function setLabelOfMessage(
  model: MailModel,
  thread: ThreadWithMessages,
  message: Message,
  label: Label,
  on: boolean,
  afterUndo?: () => void,
): void {
  const others = thread.messages.filter(
    ({ id, folder_id }) => id !== message.id && folder_id === message.folder_id,
  );
  const act = model.act({
    kind: 'label',
    groups: [{ folderId: message.folder_id, threads: [rowOfThread(thread)] }],
    add: on ? [label.id] : [],
    remove: on ? [] : [label.id],
    message: { id: message.id, stay: others.flatMap((each) => each.label_ids ?? []) },
  });
  const words = () =>
    say(`acts.done.${on ? 'label' : 'unlabel'}`, {
      threads: say('acts.messages', { count: 1 }),
      folder: labelPathWords(label.name),
    });
  const id = recordActs(words, [act], afterUndo);
  notify({ text: words(), undo: () => takeBack(id), about: [act.id] });
}

export function carries({ label_ids }: Pick<Thread, 'label_ids'>, id: string): boolean {
  return label_ids?.includes(id) === true;
}
