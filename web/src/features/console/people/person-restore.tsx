import type { MailRestore } from '@bocau/contract/admin-restore.ts';
import type { Person } from '@bocau/contract/people.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { pathWords } from '../../../parts/folders/folder-names.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import styles from './people.module.css';
import { RestoreDialog } from './restore-dialog.tsx';

const LOOK_AGAIN_MS = 2_000;

/** The result of the last restored folder, and a way to restore another one. */
export function PersonRestore({ person }: { person: Person }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const [choosing, setChoosing] = useState(false);
  const queryKey = ['mail-restore', person.id];
  const { data: last } = useQuery({
    queryKey,
    queryFn: async () => (await api.showMailRestore({ params: { id: person.id } })).data,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data ?? null) ? LOOK_AGAIN_MS : false),
  });

  function close(begun: MailRestore | null) {
    setChoosing(false);
    if (begun === null) return;
    queries.setQueryData(queryKey, begun);
    // The button is disabled during the restore.
    heading.current?.focus();
  }

  return (
    <section className={styles.part} aria-labelledby="person-restore">
      <h3 id="person-restore" ref={heading} tabIndex={-1}>
        {t('admin.restore.title')}
      </h3>
      <p role="status">{last ? wordsOf(t, last) : t('admin.restore.about')}</p>
      <div className={styles.acts}>
        <Button variant="default" disabled={isUnderWay(last ?? null)} onClick={() => setChoosing(true)}>
          {t('admin.restore.open')}…
        </Button>
      </div>
      {choosing && <RestoreDialog person={person} onClose={close} />}
    </section>
  );
}

function isUnderWay(restore: MailRestore | null): boolean {
  return restore !== null && (restore.state === 'waiting' || restore.state === 'running');
}

function wordsOf(t: Say, { state, folder: path, seen, restored, put_back, unreadable }: MailRestore): string {
  const folder = pathWords(t, path);
  if (state === 'waiting') return t('admin.restore.waiting', { folder });
  if (state === 'running') return t('admin.restore.running', { folder, count: seen });
  if (state === 'failed') return t('admin.restore.failed', { folder });
  const back = restored + put_back;
  const done =
    back === 0 ? t('admin.restore.nothing', { folder }) : t('admin.restore.done', { folder, count: back });
  return unreadable === 0 ? done : `${done} ${t('admin.restore.unreadable', { count: unreadable })}`;
}
