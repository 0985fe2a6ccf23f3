import { ApiError } from '@bocau/contract/client.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { blockedSender } from '../../parts/senders/block-senders.ts';

const KEY = ['rules'];

export type Blocked = { rule: Rule; address: string };

/**
 * The blocked senders among the rules, and how to unblock them: an optimistic update, rolled back where the
 * server refuses.
 */
export function useUnblock(rules: readonly Rule[]) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [leaving, setLeaving] = useState<readonly string[]>([]);

  const blocked = rules.flatMap((rule): Blocked[] => {
    const address = blockedSender(rule);
    return address === null || !rule.is_enable || leaving.includes(rule.id) ? [] : [{ rule, address }];
  });

  async function unblock(those: readonly Blocked[]) {
    const ids = those.map(({ rule }) => rule.id);
    setLeaving((before) => [...before, ...ids]);
    const gone: Blocked[] = [];
    try {
      for (const each of those) {
        await api.deleteRule({ params: { id: each.rule.id } });
        gone.push(each);
      }
    } catch (error) {
      setLeaving((before) => before.filter((id) => !ids.includes(id)));
      if (!(error instanceof ApiError)) throw error;
      const reason = errorWords(t, error);
      const [one] = those;
      const words =
        one && those.length === 1
          ? t('settings.blocked.failed', { address: one.address, reason })
          : t('filters.blocked.removeFailed', { reason });
      notify({ text: words, tone: 'danger', seconds: 8 });
    }
    const [first] = gone;
    if (!first) return;
    const text =
      gone.length === 1
        ? t('settings.blocked.unblocked', { address: first.address })
        : t('filters.blocked.removed', { count: gone.length });
    notify({ text, undo: () => blockAgain(gone) });
    await queries.invalidateQueries({ queryKey: KEY });
  }

  async function blockAgain(those: readonly Blocked[]) {
    for (const { rule, address } of those) {
      try {
        await api.createRule({ body: { is_enable: rule.is_enable, sieve_json: rule.sieve_json } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const words = t('settings.blocked.blockFailed', { address, reason: errorWords(t, error) });
        notify({ text: words, tone: 'danger', seconds: 8 });
        break;
      }
    }
    await queries.invalidateQueries({ queryKey: KEY });
  }

  return { blocked, unblock };
}
