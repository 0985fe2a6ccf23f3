import type { Traced } from '@bocau/contract/admin-mail.ts';
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

function clientWords(t: Say, client: string): string {
  if (client === 'local') return t('adminMail.trace.inside');
  const [protocol = '', address = ''] = client.split(' ');
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
