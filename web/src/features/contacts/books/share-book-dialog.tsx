import type { BookMember, ContactBook } from '@bocau/contract/contacts.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { SharePeople } from '../../../parts/shares/share-people.tsx';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import styles from './book-members.module.css';
import { BookMembers } from './book-members.tsx';

const NOBODY: ReadonlySet<string> = new Set();

type Props = { book: ContactBook; onClose(): void };

/** Shares a book with people of the organisation, and with nobody else. */
export function ShareBookDialog({ book, onClose }: Props) {
  const { t } = useTranslation();
  const known = useMembers(book.id);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contactTools.books.share.title', { name: book.name })}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {known.failed && <LoadFailed words={t('contactTools.books.share.failed')} onRetry={known.retry} />}
      {known.members && <ShareForm book={book} before={known.members} onClose={onClose} />}
      {!known.failed && !known.members && (
        <p className={styles.loading} role="status">
          {t('common.loading')}
        </p>
      )}
    </Modal>
  );
}

function ShareForm({ book, before, onClose }: Props & { before: readonly BookMember[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useContactsModel();
  const field = useRef<HTMLInputElement>(null);
  const [members, setMembers] = useState(before);
  const [outside, setOutside] = useState(NOBODY);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function add(addresses: string[]): void {
    const there = new Set(members.map(({ email }) => email.toLowerCase()));
    const fresh = addresses.filter((address) => !there.has(address));
    const more = fresh.map((email) => ({ email, name: '', permission: 'READ' as const }));
    setMembers([...members, ...more]);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    // What was typed last may not be an address.
    if (busy || fault !== null) return field.current?.focus();
    setBusy(true);
    try {
      await api.setBookMembers({
        params: { id: book.id },
        body: { members: members.map(({ email, permission }) => ({ address: email, permission })) },
      });
      model.changed();
      onClose();
      notify({ text: t('contactTools.books.share.saved', { name: book.name }) });
    } catch (thrown) {
      const error = asApiError(thrown);
      const emails: unknown = error.details['emails'];
      const isFull = error.code === 'too_many_contacts';
      const isOutside = error.code === 'invalid_recipients' && Array.isArray(emails);
      if (isOutside) setOutside(new Set(emails.map(String)));
      if (isFull) setFault(t('contactTools.books.share.full', { emails: [emails].flat().join(', ') }));
      else setFault(isOutside ? t('contactTools.books.share.outside') : errorWords(t, error));
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <p className={styles.about}>{t('contactTools.books.share.about')}</p>
      <SharePeople
        field={field}
        people={[]}
        outside={NOBODY}
        within="organisation"
        typed={typed}
        fault={fault}
        onType={setTyped}
        onChange={add}
        onFault={setFault}
      />
      <BookMembers
        members={members}
        outside={outside}
        onChange={(next) => {
          setMembers(next);
          setFault(null);
        }}
        onRemoved={() => field.current?.focus()}
      />
      <FormButtons submit={t('contactTools.books.share.save')} busy={busy} onCancel={onClose} />
    </form>
  );
}

function useMembers(id: string) {
  const api = useApi();
  const [members, setMembers] = useState<readonly BookMember[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let left = false;
    setFailed(false);
    void api.listBookMembers({ params: { id } }).then(
      ({ data }) => {
        if (!left) setMembers(data);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [api, id, attempt]);

  return { members, failed, retry: () => setAttempt((number) => number + 1) };
}
