import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { PasswordLink } from './password-link.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';

/** Recovery for people who forgot their password or lost their second factor. */
export function PersonAccess({ person, onChanged }: PersonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [askingTwoStep, setAskingTwoStep] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const { fullname: name, active } = person;
  const call = { params: { id: person.id } };

  const makeLink = () =>
    run(async () => {
      setLink((await api.makeAnyPasswordLink(call)).data.link);
      await onChanged();
    });

  function endTwoStep() {
    setAskingTwoStep(false);
    void run(async () => {
      await api.changeAnyPerson({ ...call, body: { two_step: false } });
      // The focused button is gone.
      heading.current?.focus();
      notify({ text: t('people.access.twoStepDone', { name }) });
      await onChanged();
    });
  }

  function leaveLink() {
    setLink(null);
    heading.current?.focus();
  }

  return (
    <section className={styles.part} aria-labelledby="person-access">
      <h3 id="person-access" ref={heading} tabIndex={-1}>
        {t('people.access.title')}
      </h3>
      <div className={styles.acts}>
        <Button variant="default" disabled={busy} onClick={() => void makeLink()}>
          {t('people.link.make')}
        </Button>
        {person.two_step && (
          <Button variant="default" disabled={busy} onClick={() => setAskingTwoStep(true)}>
            {t('people.access.twoStepOff')}…
          </Button>
        )}
      </div>
      {!active && <p>{t('people.access.shut')}</p>}
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
      {askingTwoStep && (
        <ChoiceDialog
          title={t('people.access.twoStepAsk', { name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('people.access.twoStepOff'), tone: 'danger' }}
          onSafe={() => setAskingTwoStep(false)}
          onOther={endTwoStep}
        >
          <p>{t('people.access.twoStepText')}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
