import { type GroupCopies, TRACE_EVENTS, type Traced } from '@bocau/contract/admin-mail.ts';
import type { Say } from '../../../i18n/say.ts';
import { pathWords } from '../../../parts/folders/folder-names.ts';
import { readSigns } from '../../../parts/spam/spam-signs.ts';
import { replyWords } from './reply-words.ts';

const ID = /^[0-9a-f-]{36}$/;
const RULES = ['auto_mark_spam', 'autofw', 'vacation'] as const;

/**
 * An event in the user's language: where the message came from, where and why it was filed, and the reply.
 */
export function traceWords(t: Say, { event, client, folder, rule, verdict, code, said }: Traced): string[] {
  return [
    client && clientWords(t, client),
    folder && folderNameWords(t, folder),
    rule && ruleWords(t, rule),
    verdict && verdictWords(t, verdict),
    // For an accepted message, the route by which it leaves is shown instead.
    said && event !== 'accepted' && replyWords(t, code, said, event === 'refused'),
  ].filter((words) => typeof words === 'string' && words !== '') as string[];
}

/** How far the copies of a message to a group have come: a line for people here, one for others, one for each reason. */
export function copiesWords(
  t: Say,
  { finished_at, kept_here, people, elsewhere, reasons }: GroupCopies,
): string[] {
  const counted = (counts: Record<string, number>, say: (fate: string, count: number) => string) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([fate, count]) => say(fate, count))
      .join(', ') || t('adminMail.trace.copies.nobody');
  const inside = counted(people, (fate, count) =>
    t(`adminMail.trace.copies.people.${fate as keyof typeof people}`, { count }),
  );
  const outside = kept_here
    ? t(`adminMail.trace.copies.keptHere.${kept_here}`)
    : counted(elsewhere, (fate, count) =>
        t(`adminMail.trace.copies.elsewhere.${fate as keyof typeof elsewhere}`, { count }),
      );
  return [
    ...(finished_at === null ? [t('adminMail.trace.copies.running')] : []),
    t('adminMail.trace.copies.inside', { counts: inside }),
    t('adminMail.trace.copies.outside', { counts: outside }),
    ...reasons.map(({ event, code, said, count }) => {
      const fate = `${fateWords(t, event)} (${count})`;
      return said === null ? fate : `${fate}: ${replyWords(t, code, said, event === 'refused')}`;
    }),
  ];
}

/** What is not an event yet is still on its way. */
function fateWords(t: Say, fate: string): string {
  const event = TRACE_EVENTS.find((each) => each === fate);
  return event ? t(`adminMail.trace.events.${event}`) : t('adminMail.trace.copies.onItsWay');
}

function clientWords(t: Say, client: string): string {
  if (client === 'local') return t('adminMail.trace.inside');
  const [protocol = '', address = ''] = client.split(' ');
  if (protocol === 'group') return t('adminMail.trace.byGroup', { address });
  return t('adminMail.trace.client', { address, protocol: protocol.toUpperCase() });
}

/** Of a deleted folder or rule only the id is known. */
function folderNameWords(t: Say, folder: string): string {
  if (ID.test(folder)) return t('adminMail.trace.folderGone');
  return t('adminMail.trace.folder', { name: pathWords(t, folder) });
}

function ruleWords(t: Say, rule: string): string {
  const type = RULES.find((each) => each === rule);
  if (type) return t(`adminMail.trace.rules.${type}`);
  return ID.test(rule) ? t('adminMail.trace.ruleUnnamed') : t('adminMail.trace.rule', { name: rule });
}

function verdictWords(t: Say, verdict: string): string {
  const [kind, ...reasons] = verdict.split(' ').filter(Boolean);
  if (kind === 'forged') return t('adminMail.trace.forged');
  if (kind !== 'spam') return verdict;
  const { signs, others } = readSigns(reasons);
  const known = signs.map((sign) => t(`spamReasons.signs.${sign}`));
  const because = [...known, ...others].join(', ');
  return because === '' ? t('adminMail.trace.spam') : t('adminMail.trace.spamBecause', { signs: because });
}
