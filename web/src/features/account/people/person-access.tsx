import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { useTry } from '../use-try.ts';
import { PasswordLink } from './password-link.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';

/** Ends what is open, takes access away at once, and gives it back. */
export function PersonAccess({ person, onChanged }: PersonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useTry();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const { fullname: name, active } = person;
  const call = { params: { id: person.id } };

  const act = (does: () => Promise<unknown>, words: string) =>
    run(async () => {
      await does();
      // Another button stands there now.
      heading.current?.focus();
      notify({ text: words });
      await onChanged();
    });

  const makeLink = () =>
    run(async () => {
      setLink((await api.makePasswordLink(call)).data.link);
      await onChanged();
    });

  function leaveLink() {
    setLink(null);
    heading.current?.focus();
  }

  function suspend() {
    setAsking(false);
    void act(() => api.suspendPerson(call), t('people.access.suspended', { name }));
  }

  return (
    <section className={styles.part} aria-labelledby="person-access">
      <h3 id="person-access" ref={heading} tabIndex={-1}>
        {t('people.access.title')}
      </h3>
      <div className={styles.acts}>
        {active && (
          <Button variant="default" disabled={busy} onClick={() => void makeLink()}>
            {t('people.link.make')}
          </Button>
        )}
        {active && (
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void act(() => api.signOutPerson(call), t('people.access.signedOut', { name }))}
          >
            {t('people.access.signOut')}
          </Button>
        )}
        {active ? (
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
            {t('people.access.suspend')}…
          </Button>
        ) : (
          <Button
            disabled={busy}
            onClick={() => void act(() => api.restorePerson(call), t('people.access.restored', { name }))}
          >
            {t('people.access.restore')}
          </Button>
        )}
      </div>
      {link !== null && (
        <Modal
          opened
          onClose={leaveLink}
          title={t('people.link.title')}
          size={460}
          centered
          withCloseButton={false}
          closeOnClickOutside={false}
          closeOnEscape={false}
        >
          <PasswordLink name={name} link={link} onDone={leaveLink} />
        </Modal>
      )}
      {asking && (
        <ChoiceDialog
          title={t('people.access.suspendTitle', { name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('people.access.suspend'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={suspend}
        >
          <p>{t('people.access.suspendText')}</p>
          <ul className={styles.ends}>
            <li>{t('people.access.suspendOut')}</li>
            <li>{t('people.access.suspendMail')}</li>
            <li>{t('people.access.suspendKept')}</li>
          </ul>
        </ChoiceDialog>
      )}
    </section>
  );
}
