import { isValidAddress } from '@bocau/contract/address.ts';
import type { MergeRefusal } from '@bocau/contract/merges.ts';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { OneFieldForm } from '../../parts/account/one-field-form.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import lines from '../../parts/settings/lines.module.css';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './blocked-senders.module.css';

const KEY = ['merge-refusals'] as const;
/** Shorter lists need no search. */
const SEARCHED_FROM = 8;

/** Who gets no mail merges of this mailbox, and a form to add to them. */
export function MergeRefusals() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { query, add, remove, busy } = useRefusals(useDeferredValue(typed.trim()));
  const [fault, setFault] = useState<string | null>(null);
  const about = useRef<HTMLParagraphElement>(null);
  const pages = query.data?.pages ?? [];
  const total = pages[0]?.meta.total ?? 0;
  const shown = pages.flatMap(({ data }) => data);

  async function addTyped(text: string): Promise<boolean> {
    const addresses = text.split(/[\s,;]+/).filter(Boolean);
    const wrong = addresses.find((address) => !isValidAddress(address));
    if (wrong !== undefined) {
      setFault(t('merging.refusals.wrong', { address: wrong }));
      return false;
    }
    return addresses.length > 0 && (await add(addresses));
  }

  return (
    <section aria-labelledby="merge-refusals" data-setting="mergeRefusals">
      <div className={lines.heading}>
        <h2 id="merge-refusals">{t('merging.refusals.title')}</h2>
      </div>
      <p ref={about} className={styles.about} tabIndex={-1}>
        {t(total === 0 && typed === '' ? 'merging.refusals.none' : 'merging.refusals.about')}
      </p>
      <OneFieldForm
        label={t('merging.refusals.addLabel')}
        placeholder="ten@vidu.vn"
        maxLength={2_000}
        button={t('merging.refusals.add')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={addTyped}
      />
      {query.isError && !query.data && (
        <LoadFailed words={t('merging.refusals.loadFailed')} onRetry={() => void query.refetch()} />
      )}
      {(total >= SEARCHED_FROM || typed !== '') && (
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('merging.refusals.search')}
          placeholder={t('merging.refusals.search')}
          leftSection={<IconSearch size={16} />}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {typed !== '' && query.data && shown.length === 0 && (
        <p role="status" className={styles.about}>
          {t('merging.refusals.noneFound')}
        </p>
      )}
      {shown.length > 0 && (
        <ul className={lines.lines} aria-label={t('merging.refusals.list')}>
          {shown.map((each) => (
            <Line
              key={each.email}
              refusal={each}
              onRemove={() => {
                // The focus must not be lost with the line.
                about.current?.focus();
                void remove(each.email);
              }}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt={8}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('merging.refusals.more')}
        </Button>
      )}
    </section>
  );
}

function Line({ refusal: { email, by, at }, onRemove }: { refusal: MergeRefusal; onRemove(): void }) {
  const { t } = useTranslation();
  const date = shortDate(at, now());
  return (
    <li className={lines.line}>
      <span className={lines.address}>{email}</span>
      <span className={lines.counts}>
        {t(by === 'link' ? 'merging.refusals.byLink' : 'merging.refusals.byPerson', { date })}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('merging.refusals.removeOf', { address: email })}
        onClick={onRemove}
      >
        {t('merging.refusals.remove')}
      </Button>
    </li>
  );
}

function useRefusals(search: string) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [busy, setBusy] = useState(false);
  const query = useInfiniteQuery(
    {
      queryKey: [...KEY, search],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam, signal }) =>
        api.listMergeRefusals(
          {
            query: {
              ...(search === '' ? {} : { search }),
              ...(pageParam === null ? {} : { after: pageParam }),
            },
          },
          signal,
        ),
      getNextPageParam: ({ meta }) => meta.next_after,
      placeholderData: keepPreviousData,
    },
    queries,
  );

  async function perform(
    call: () => Promise<unknown>,
    words: string,
    undo?: () => unknown,
  ): Promise<boolean> {
    setBusy(true);
    try {
      await call();
      notify({ text: words, ...(undo && { undo }) });
      await queries.invalidateQueries({ queryKey: KEY });
      return true;
    } catch (error) {
      const reason = errorWords(t, asApiError(error));
      notify({ text: t('merging.refusals.failed', { reason }), tone: 'danger' });
      return false;
    } finally {
      setBusy(false);
    }
  }

  function add(emails: string[]): Promise<boolean> {
    const words = t('merging.refusals.added', { count: emails.length });
    return perform(() => api.addMergeRefusals({ body: { emails } }), words);
  }

  return {
    ...{ query, busy, add },
    remove: (email: string) =>
      perform(
        () => api.removeMergeRefusals({ body: { emails: [email] } }),
        t('merging.refusals.removed', { address: email }),
        () => add([email]),
      ),
  };
}
