import { SUSPENSION_KINDS } from '@bocau/contract/people.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import page from '../../../parts/account/account-page.module.css';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { Link, useLocation } from '../../../router/router.tsx';
import { personPage } from '../detail/console-addresses.ts';
import { GiveBackDialog } from './give-back-dialog.tsx';
import styles from './people.module.css';
import type { EndProps } from './person-props.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

/** Suspends access immediately, and restores it. */
export function PersonSuspension({ person, onChanged, onHandOver }: EndProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const { state } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [givingBack, setGivingBack] = useState(false);
  const { id, fullname: name, suspended } = person;
  const what = suspended.map((kind) => t(`people.access.kinds.${kind}`)).join(', ');

  const suspendAs = (given: readonly string[], words: string, first?: () => Promise<void>) =>
    run(async () => {
      await first?.();
      const [sign_in, sending, receiving] = SUSPENSION_KINDS.map((kind) => given.includes(kind));
      await api.setAnySuspension({ params: { id }, body: { sign_in, sending, receiving } });
      // The focused button is replaced by another one.
      heading.current?.focus();
      notify({ text: words });
      await onChanged();
    });

  async function cancelPlanned() {
    let more = true;
    while (more) ({ more } = (await api.cancelPlannedMail({ params: { id } })).data);
  }

  function restore(cancels: boolean) {
    setGivingBack(false);
    void suspendAs([], t('people.access.restored', { name }), cancels ? cancelPlanned : undefined);
  }

  function suspend(kinds: readonly string[]) {
    setAsking(false);
    void suspendAs(kinds, t('people.access.suspended', { name }));
  }

  function toHandOver() {
    onHandOver();
    setAsking(false);
  }

  return (
    <section className={styles.part} aria-labelledby="person-suspension">
      <h3 id="person-suspension" ref={heading} tabIndex={-1}>
        {t('people.access.suspension')}
      </h3>
      <p>{suspended.length === 0 ? t('people.access.suspendKept') : t('people.access.now', { what })}</p>
      {suspended.length > 0 && (
        <Link to={`${personPage(person.email)}?part=sign-in`} replace state={state} className={page.inWords}>
          {t('admin.review.open')}
        </Link>
      )}
      <div className={styles.acts}>
        {suspended.length < SUSPENSION_KINDS.length && (
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
            {t('people.access.suspend')}…
          </Button>
        )}
        {suspended.length > 0 && (
          <Button disabled={busy} onClick={() => setGivingBack(true)}>
            {t('people.access.restore')}…
          </Button>
        )}
      </div>
      {givingBack && (
        <GiveBackDialog
          person={person}
          what={what}
          onClose={() => setGivingBack(false)}
          onGiveBack={restore}
        />
      )}
      {asking && (
        <SuspendDialog
          person={person}
          onClose={() => setAsking(false)}
          onHandOver={toHandOver}
          onSuspend={suspend}
        />
      )}
    </section>
  );
}
