import type { HeldAct, HeldDecision, HeldMessage } from '@bocau/contract/held-messages.ts';
import type { Say } from '../../i18n/say.ts';

/** What came of a decision, by whoever it was made. */
export function decisionWords(t: Say, decided: HeldDecision, act: HeldAct): string {
  if (!decided.done) return earlierDecisionWords(t, decided);
  if (act === 'refuse') return t('groups.held.refused');
  return act === 'release_and_allow' && decided.proven
    ? t('groups.held.allowed', { address: decided.from.email })
    : t('groups.held.released');
}

/** Of a message that somebody decided on before. */
export function earlierDecisionWords(t: Say, { decision, decided_by }: HeldMessage): string {
  return t(`groups.held.before.${decision ?? 'expired'}`, { who: decided_by });
}
