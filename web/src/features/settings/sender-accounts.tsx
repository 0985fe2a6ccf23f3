import { ApiError } from '@bocau/contract/client.ts';
import type { SenderAccount } from '@bocau/contract/senders.ts';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import lines from '../../parts/settings/lines.module.css';
import { PageTurner } from '../../ui/page-turner.tsx';
import styles from './sender-accounts.module.css';
import { SenderNameForm } from './sender-name-form.tsx';
import { SenderSignature } from './sender-signature.tsx';
import { SettingsState } from './settings-state.tsx';

const KEY = 'senders';
const ON_PAGE = 10;

/** SE-1: the addresses that mail can be sent from, the default one, and the user's name for each. */
export function SenderAccounts() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [page, setPage] = useState(1);
  const [renamed, setRenamed] = useState<string | null>(null);
  const about = useRef<HTMLParagraphElement>(null);
  const senders = useQuery({
    queryKey: [KEY, page],
    queryFn: () => api.listSendAs({ query: { page: String(page), per_page: String(ON_PAGE) } }),
    placeholderData: keepPreviousData,
  });

  if (!senders.data) {
    const retry = () => void senders.refetch();
    return <SettingsState failed={senders.isError} words={t('senderAccounts.loadFailed')} onRetry={retry} />;
  }
  const { data, meta } = senders.data;
  const pages = Math.max(1, Math.ceil(meta.total / ON_PAGE));
  const refresh = () => queries.invalidateQueries({ queryKey: [KEY] });

  /** The default comes first, so the list is reloaded from its first page. */
  async function makeDefault({ email }: SenderAccount) {
    try {
      await api.setDefaultSender({ body: { email } });
      notify({ text: t('senderAccounts.made', { email }) });
      setPage(1);
      about.current?.focus();
      await refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = t('senderAccounts.failed', { reason: errorWords(t, error) });
      notify({ text, tone: 'danger', seconds: 8 });
    }
  }

  /** The field is removed; the focus must not be lost with it. */
  function endRenaming() {
    setRenamed(null);
    about.current?.focus();
  }

  async function saveName(email: string, name: string) {
    await api.saveSender({ body: { email, name } });
    notify({ text: t('senderAccounts.named') });
    endRenaming();
    await refresh();
  }

  return (
    <div data-setting="senders">
      <p ref={about} className={lines.about} tabIndex={-1}>
        {t('senderAccounts.about')} {meta.total === 1 && t('senderAccounts.one')}
      </p>
      <ul className={lines.lines} aria-label={t('senderAccounts.title')}>
        {data.map((sender) => (
          <li key={sender.email} className={lines.line}>
            {renamed === sender.email ? (
              <SenderNameForm
                sender={sender}
                onSave={(name) => saveName(sender.email, name)}
                onCancel={endRenaming}
              />
            ) : (
              <Sender
                sender={sender}
                isOnly={meta.total === 1}
                onSaved={refresh}
                onDefault={() => void makeDefault(sender)}
                onRename={() => setRenamed(sender.email)}
              />
            )}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <PageTurner
          label={t('senderAccounts.pages')}
          earlier={t('senderAccounts.earlier')}
          later={t('senderAccounts.later')}
          words={t('senderAccounts.page', { page, pages })}
          page={page}
          last={page >= pages}
          onPage={setPage}
        />
      )}
    </div>
  );
}

type SenderProps = {
  sender: SenderAccount;
  isOnly: boolean;
  onSaved(): Promise<unknown>;
  onDefault(): void;
  onRename(): void;
};

/** A name with its address, and their settings. */
function Sender({ sender, isOnly, onSaved, onDefault, onRename }: SenderProps) {
  const { t } = useTranslation();
  const { name, email } = sender;
  return (
    <>
      <span className={styles.sender}>
        <span className={styles.name}>{name}</span>
        <span className={styles.address}>{email}</span>
      </span>
      {!isOnly && <SenderSignature sender={sender} onSaved={onSaved} />}
      {sender.default ? (
        <span className={styles.default}>{t('senderAccounts.default')}</span>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('senderAccounts.makeDefaultWho', { email })}
          onClick={onDefault}
        >
          {t('senderAccounts.makeDefault')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('senderAccounts.renameWho', { email })}
        onClick={onRename}
      >
        {t('senderAccounts.rename')}
      </Button>
    </>
  );
}
