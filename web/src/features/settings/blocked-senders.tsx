import { ApiError } from '@bocau/contract/client.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { blockedSender } from '../thread-actions/block-senders.ts';
import styles from './lines.module.css';
import { SettingsState } from './settings-state.tsx';

const KEY = ['rules'];

/** Whose mail goes to Junk, and how to add to them. */
export function BlockedSenders() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const rules = useQuery({ queryKey: KEY, queryFn: async () => (await api.listRules({})).data });
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const about = useRef<HTMLParagraphElement>(null);

  if (!rules.data) {
    const retry = () => void rules.refetch();
    return <SettingsState failed={rules.isError} words={t('settings.blocked.loadFailed')} onRetry={retry} />;
  }
  const blocked = rules.data.flatMap((rule) => {
    const address = blockedSender(rule);
    return address === null || !rule.is_enable || leaving.includes(rule.id) ? [] : [{ rule, address }];
  });

  /** The line goes at once, and comes back when the server says no. */
  async function unblock(rule: Rule, address: string) {
    setLeaving((before) => [...before, rule.id]);
    about.current?.focus();
    try {
      await api.deleteRule({ params: { id: rule.id } });
      notify({ text: t('settings.blocked.unblocked', { address }), undo: () => blockAgain(rule, address) });
      await queries.invalidateQueries({ queryKey: KEY });
    } catch (error) {
      setLeaving((before) => before.filter((id) => id !== rule.id));
      tell('settings.blocked.failed', address, error);
    }
  }

  async function blockAgain({ is_enable, sieve_json }: Rule, address: string) {
    try {
      await api.createRule({ body: { is_enable, sieve_json } });
      await queries.invalidateQueries({ queryKey: KEY });
    } catch (error) {
      tell('settings.blocked.blockFailed', address, error);
    }
  }

  function tell(
    words: 'settings.blocked.failed' | 'settings.blocked.blockFailed',
    address: string,
    error: unknown,
  ) {
    if (!(error instanceof ApiError)) throw error;
    notify({ text: t(words, { address, reason: errorWords(t, error) }), tone: 'danger', seconds: 8 });
  }

  return (
    <>
      <p ref={about} className={styles.about} tabIndex={-1}>
        {t(blocked.length === 0 ? 'settings.blocked.none' : 'settings.blocked.about')}{' '}
        {t('settings.blocked.how')}
      </p>
      <ul className={styles.lines} aria-label={t('settings.blocked.list')}>
        {blocked.map(({ rule, address }) => (
          <li key={rule.id} className={styles.line}>
            <span className={styles.address}>{address}</span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('settings.blocked.unblockWho', { address })}
              onClick={() => void unblock(rule, address)}
            >
              {t('settings.blocked.unblock')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
