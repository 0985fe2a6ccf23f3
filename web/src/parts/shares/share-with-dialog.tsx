import type { ErrorCode } from '@bocau/contract/errors.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useSessionState } from '../session/use-session-model.ts';
import { type MembersWords, type ShareMember, ShareMembers } from './share-members.tsx';
import { SharePeople } from './share-people.tsx';
import styles from './share-with.module.css';

const NOBODY: ReadonlySet<string> = new Set();

export type ShareWithWords<P extends string> = MembersWords<P> & {
  title: string;
  about: string;
  save: string;
  failed: string;
  outside: string;
  full(emails: string): string;
};

type Props<P extends string> = {
  words: ShareWithWords<P>;
  /** What somebody who is added may do at first. */
  first: P;
  /** Says that too much is shared with somebody already. */
  tooMany: ErrorCode;
  load(): Promise<readonly ShareMember<P>[]>;
  save(members: { address: string; permission: P }[]): Promise<void>;
  onClose(): void;
  /** Below the form. */
  children?: ReactNode;
};

/** Shares something with people of the organisation, and with nobody else. */
export function ShareWithDialog<P extends string>(props: Props<P>) {
  const { words, onClose, children } = props;
  const { t } = useTranslation();
  const known = useMembers(props.load);
  const isComing = !known.failed && !known.members;
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {known.failed && <LoadFailed words={words.failed} onRetry={known.retry} />}
      {known.members && <ShareForm {...props} before={known.members} />}
      {isComing && (
        <p className={styles.loading} role="status">
          {t('common.loading')}
        </p>
      )}
      {/* Read meanwhile, and shown with the form, which would move it down. */}
      <div hidden={isComing}>{children}</div>
    </Modal>
  );
}

type FormProps<P extends string> = Props<P> & { before: readonly ShareMember<P>[] };

function ShareForm<P extends string>({ words, first, tooMany, before, save, onClose }: FormProps<P>) {
  const { t } = useTranslation();
  const own = useSessionState((session) => session.user()?.email ?? null);
  const field = useRef<HTMLInputElement>(null);
  const [members, setMembers] = useState(before);
  const [outside, setOutside] = useState(NOBODY);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function add(addresses: string[], nameOf: (email: string) => string): void {
    const there = new Set(members.map(({ email }) => email.toLowerCase()));
    const fresh = addresses.filter((address) => !there.has(address));
    setMembers([...members, ...fresh.map((email) => ({ email, name: nameOf(email), permission: first }))]);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // What was typed last may not be an address.
    if (busy || fault !== null) return field.current?.focus();
    setBusy(true);
    try {
      await save(members.map(({ email, permission }) => ({ address: email, permission })));
    } catch (thrown) {
      const error = asApiError(thrown);
      const emails: unknown = error.details['emails'];
      const isOutside = error.code === 'invalid_recipients' && Array.isArray(emails);
      if (isOutside) setOutside(new Set(emails.map(String)));
      if (error.code === tooMany) setFault(words.full([emails].flat().join(', ')));
      else setFault(isOutside ? words.outside : errorWords(t, error));
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.about}>{words.about}</p>
      <SharePeople
        field={field}
        people={[]}
        outside={NOBODY}
        colleaguesOf={own}
        typed={typed}
        fault={fault}
        onType={setTyped}
        onChange={add}
        onFault={setFault}
      />
      <ShareMembers
        members={members}
        words={words}
        outside={outside}
        onChange={(next) => {
          setMembers(next);
          setFault(null);
        }}
        onRemoved={() => field.current?.focus()}
      />
      <FormButtons submit={words.save} busy={busy} onCancel={onClose} />
    </form>
  );
}

function useMembers<P extends string>(load: () => Promise<readonly ShareMember<P>[]>) {
  const latest = useRef(load);
  latest.current = load;
  const [members, setMembers] = useState<readonly ShareMember<P>[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let left = false;
    setFailed(false);
    void latest.current().then(
      (data) => {
        if (!left) setMembers(data);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [attempt]);

  return { members, failed, retry: () => setAttempt((number) => number + 1) };
}
