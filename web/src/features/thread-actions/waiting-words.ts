import type { Say } from '../../i18n/say.ts';
import type { MailModel, StuckAct } from '../../model/mail/mail-model.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { type ActName, threadsInWords } from './act-words.ts';

/** The waiting acts grouped by kind, with the number of conversations. */
export function wordsOfActs(t: Say, model: MailModel, stuck: readonly StuckAct[]): string {
  const counts = new Map<string, number>();
  const words: string[] = [];
  for (const { operation, undoing } of stuck) {
    if (operation.kind === 'delete-message' && !undoing) words.push(t('stuckActs.message'));
    else {
      const what = undoing ? t('common.actions.undo') : labelOf(t, model, operation);
      counts.set(what, (counts.get(what) ?? 0) + threadsOf(operation));
    }
  }
  for (const [what, count] of counts)
    words.push(t('stuckActs.act', { what, threads: threadsInWords(count) }));
  return words.join(', ');
}

const NAMES: Record<
  Exclude<Operation['kind'], 'mark' | 'star' | 'pin' | 'mute' | 'label' | 'follow-up' | 'delete-message'>,
  ActName
> = {
  move: 'move',
  spam: 'spam',
  'not-spam': 'notSpam',
  delete: 'delete',
  'delete-for-good': 'deleteForGood',
  restore: 'restore',
  snooze: 'snooze',
  unsnooze: 'unsnooze',
};

function labelOf(t: Say, model: MailModel, operation: Operation): string {
  if (operation.kind === 'delete-message') return t('stuckActs.message');
  if (operation.kind === 'mark') return t(`acts.labels.${operation.unread ? 'markUnread' : 'markRead'}`);
  if (operation.kind === 'label') {
    const name = model.labels().find(({ id }) => id === [...operation.add, ...operation.remove][0])?.name;
    return `${t(`acts.labels.${operation.add.length > 0 ? 'label' : 'unlabel'}`)} ${name ?? ''}`.trim();
  }
  if (operation.kind === 'follow-up')
    return t(`acts.labels.${operation.at === null ? 'endFollowUp' : 'followUp'}`);
  if (operation.kind === 'star') return t(`acts.labels.${operation.starred ? 'star' : 'unstar'}`);
  if (operation.kind === 'pin' || operation.kind === 'mute')
    return t(`acts.labels.${operation.on ? operation.kind : (`un${operation.kind}` as const)}`);
  const label = t(`acts.labels.${NAMES[operation.kind]}`);
  const to = operation.kind === 'move' ? model.folderById(operation.toFolderId) : null;
  return to ? `${label} ${folderWords(t, to.display_name)}` : label;
}

function threadsOf(operation: Operation): number {
  return 'groups' in operation ? operation.groups.reduce((sum, { threads }) => sum + threads.length, 0) : 1;
}
