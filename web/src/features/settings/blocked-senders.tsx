import { ApiError } from '@bocau/contract/client.ts';
import { fold } from '@bocau/contract/fold.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import lines from '../../parts/settings/lines.module.css';
import { blockedSender } from '../thread-actions/block-senders.ts';
import { BlockForm } from './block-form.tsx';
import styles from './blocked-senders.module.css';

const KEY = ['rules'];
/** A list of fewer is seen at a glance. */
const SEARCHED_FROM = 8;

type Blocked = { rule: Rule; address: string };

/** Whose mail goes to Junk, and how to add to them. */
export function BlockedSenders({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const about = useRef<HTMLParagraphElement>(null);

  const blocked = rules.flatMap((rule): Blocked[] => {
    const address = blockedSender(rule);
    return address === null || !rule.is_enable || leaving.includes(rule.id) ? [] : [{ rule, address }];
  });
  const shown = blocked.filter(({ address }) => fold(address).includes(fold(typed.trim())));
  const chosen = shown.filter(({ rule }) => picked.has(rule.id));

  /** The lines go at once, and come back when the server says no. */
  async function unblock(those: readonly Blocked[]) {
    const ids = those.map(({ rule }) => rule.id);
    setLeaving((before) => [...before, ...ids]);
    setPicked(new Set());
    about.current?.focus();
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

  function pick(ids: readonly string[], on: boolean) {
    const next = new Set(picked);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    setPicked(next);
  }

  return (
    <section aria-labelledby="blocked-title" data-setting="blocked">
      <div className={lines.heading}>
        <h2 id="blocked-title">{t('filters.blocked.title')}</h2>
      </div>
      <p ref={about} className={styles.about} tabIndex={-1}>
        {t(blocked.length === 0 ? 'settings.blocked.none' : 'settings.blocked.about')}{' '}
        {t('settings.blocked.how')}
      </p>
      <BlockForm />
      {blocked.length >= SEARCHED_FROM && (
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('filters.blocked.search')}
          placeholder={t('filters.blocked.search')}
          leftSection={<IconSearch size={16} />}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {shown.length > 1 && (
        <div className={styles.bar}>
          <Checkbox
            label={t('filters.blocked.pickAll')}
            checked={chosen.length === shown.length}
            indeterminate={chosen.length > 0 && chosen.length < shown.length}
            onChange={({ currentTarget }) =>
              pick(
                shown.map(({ rule }) => rule.id),
                currentTarget.checked,
              )
            }
          />
          {chosen.length > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => void unblock(chosen)}>
              {t('filters.blocked.removePicked', { count: chosen.length })}
            </Button>
          )}
        </div>
      )}
      {blocked.length > 0 && shown.length === 0 && (
        <p role="status" className={styles.about}>
          {t('filters.blocked.nothing', { typed })}
        </p>
      )}
      <ul className={lines.lines} aria-label={t('settings.blocked.list')}>
        {shown.map(({ rule, address }) => (
          <li key={rule.id} className={lines.line}>
            {shown.length > 1 && (
              <Checkbox
                aria-label={t('filters.blocked.pick', { address })}
                checked={picked.has(rule.id)}
                onChange={({ currentTarget }) => pick([rule.id], currentTarget.checked)}
              />
            )}
            <span className={lines.address}>{address}</span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('settings.blocked.unblockWho', { address })}
              onClick={() => void unblock([{ rule, address }])}
            >
              {t('settings.blocked.unblock')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
