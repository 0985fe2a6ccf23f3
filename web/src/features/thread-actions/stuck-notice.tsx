import { useEffect, useRef } from 'react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { MailModel, StuckAct } from '../../model/mail/mail-model.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import { forgetTakenBack } from '../../parts/acts/act-history.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { dismiss, dismissAbout, notify, showNotice } from '../../parts/notices/notify.ts';
import { type ActName, threadsInWords } from './act-words.ts';
import { stopBatch } from './run-batch.ts';

/** One notice for all that waits; it stands until the server has done it, refused it, or it was taken back. */
export function StuckNotice({ stuck }: { stuck: readonly StuckAct[] }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const shown = useRef<number | null>(null);
  const acts = wordsOf(t, model, stuck);

  // It was said to be done.
  useEffect(() => dismissAbout(stuck.map(({ id }) => id)), [stuck]);

  useEffect(() => {
    function takeBack(): void {
      stopBatch();
      const taken = model.takeBackStuck().filter(({ undoing }) => !undoing);
      forgetTakenBack(taken.map(({ id }) => id));
      notify({ text: t('acts.undone', { what: acts }) });
    }

    shown.current = showNotice({
      text: t('stuckActs.text', { acts }),
      tone: 'danger',
      seconds: null,
      instead: shown.current,
      action: { label: t('notices.lost.tryNow'), run: () => model.tryNow() },
      undo: takeBack,
    });
  }, [acts, model, t]);

  useEffect(() => () => dismiss(shown.current ?? 0), []);
  return null;
}

/** Acts of one kind together, with how many conversations they are about. */
function wordsOf(t: Say, model: MailModel, stuck: readonly StuckAct[]): string {
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

const NAMES: Record<Exclude<Operation['kind'], 'mark' | 'star' | 'delete-message'>, ActName> = {
  move: 'move',
  spam: 'spam',
  'not-spam': 'notSpam',
  delete: 'delete',
  'delete-for-good': 'deleteForGood',
  restore: 'restore',
};

function labelOf(t: Say, model: MailModel, operation: Operation): string {
  if (operation.kind === 'delete-message') return t('stuckActs.message');
  if (operation.kind === 'mark') return t(`acts.labels.${operation.unread ? 'markUnread' : 'markRead'}`);
  if (operation.kind === 'star') return t(`acts.labels.${operation.starred ? 'star' : 'unstar'}`);
  const label = t(`acts.labels.${NAMES[operation.kind]}`);
  const to = operation.kind === 'move' ? model.folderById(operation.toFolderId) : null;
  return to ? `${label} ${folderWords(t, to.display_name)}` : label;
}

function threadsOf(operation: Operation): number {
  return 'groups' in operation ? operation.groups.reduce((sum, { threads }) => sum + threads.length, 0) : 1;
}
