import type {
  HeldAct,
  HeldAnswer,
  HeldDecision,
  HeldManyAct,
  HeldMessage,
} from '@bocau/contract/held-messages.ts';
import type { Say } from '../../i18n/say.ts';

/** What came of a decision, by whoever it was made. */
export function decisionWords(t: Say, decided: HeldDecision, act: HeldAct): string {
  if (!decided.done) return earlierDecisionWords(t, decided);
  if (act === 'refuse') return t('groups.held.refused');
  if (act === 'release') return t('groups.held.released');
  return t(`groups.held.writer.${decided.writer ?? 'unproven'}`, { address: decided.from.email });
}

/** Of a message that somebody decided on before. */
function earlierDecisionWords(t: Say, { decision, decided_by }: HeldMessage): string {
  return t(`groups.held.before.${decision ?? 'expired'}`, { who: decided_by });
}

/** What came of a decision on several, in one sentence. */
export function answersWords(t: Say, answers: readonly HeldAnswer[], act: HeldManyAct): string {
  const done = answers.filter(({ message }) => message?.done);
  const other = answers.length - done.length;
  const allowed = done.filter(({ message }) => message?.writer === 'allowed').length;
  const kind = act === 'refuse' ? 'refused' : act === 'wait' ? 'waiting' : 'released';
  return [
    done.length > 0 ? t(`groups.held.many.${kind}`, { count: done.length }) : '',
    act === 'release_and_allow' && done.length > 0 ? t('groups.held.many.allowed', { count: allowed }) : '',
    other > 0 ? t('groups.held.many.other', { count: other }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Those for which it went otherwise than was asked, each with its reason. */
export function exceptionsOf(
  t: Say,
  answers: readonly HeldAnswer[],
  act: HeldManyAct,
  subjectOf: (id: string) => string,
): { id: string; words: string }[] {
  return answers.flatMap(({ id, message }) => {
    const words = exceptionWords(t, message, act);
    return words === null ? [] : [{ id, words: t('groups.held.said', { subject: subjectOf(id), words }) }];
  });
}

function exceptionWords(t: Say, message: HeldDecision | null, act: HeldManyAct): string | null {
  if (message === null) return t('groups.held.before.gone');
  if (!message.done) return earlierDecisionWords(t, message);
  if (act !== 'release_and_allow' || message.writer === 'allowed') return null;
  return t(`groups.held.writer.${message.writer ?? 'unproven'}`, { address: message.from.email });
}
