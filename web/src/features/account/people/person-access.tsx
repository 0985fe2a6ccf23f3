import { SUSPENSION_KINDS } from '@bocau/contract/people.ts';
import { Button, Checkbox } from '@mantine/core';
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

/** Takes access away at once, and gives it back. */
export function PersonAccess({ person, onChanged }: PersonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useTry();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [askingTwoStep, setAskingTwoStep] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [kinds, setKinds] = useState<readonly string[]>(SUSPENSION_KINDS);
  const { fullname: name, active, suspended } = person;
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
      setLink((await api.makeAnyPasswordLink(call)).data.link);
      await onChanged();
    });

  function endTwoStep() {
    setAskingTwoStep(false);
    const body = { two_step: false } as const;
    void act(() => api.changeAnyPerson({ ...call, body }), t('people.access.twoStepDone', { name }));
  }

  function leaveLink() {
    setLink(null);
    heading.current?.focus();
  }

  const setSuspended = (given: readonly string[]) => {
    const [sign_in, sending, receiving] = SUSPENSION_KINDS.map((kind) => given.includes(kind));
    return api.setAnySuspension({ ...call, body: { sign_in, sending, receiving } });
  };

  function ask() {
    setKinds(suspended.length > 0 ? suspended : SUSPENSION_KINDS);
    setAsking(true);
  }

  function suspend() {
    setAsking(false);
    void act(() => setSuspended(kinds), t('people.access.suspended', { name }));
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
        {person.two_step && (
          <Button variant="default" disabled={busy} onClick={() => setAskingTwoStep(true)}>
            {t('people.access.twoStepOff')}…
          </Button>
        )}
        {suspended.length < SUSPENSION_KINDS.length && (
          <Button variant="default" disabled={busy} onClick={ask}>
            {t('people.access.suspend')}…
          </Button>
        )}
        {suspended.length > 0 && (
          <Button
            disabled={busy}
            onClick={() => void act(() => setSuspended([]), t('people.access.restored', { name }))}
          >
            {t('people.access.restore')}
          </Button>
        )}
      </div>
      {suspended.length > 0 && (
        <p>
          {t('people.access.now', {
            what: suspended.map((kind) => t(`people.access.kinds.${kind}`)).join(', '),
          })}
        </p>
      )}
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
      {asking && (
        <ChoiceDialog
          title={t('people.access.suspendTitle', { name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('people.access.suspend'), tone: 'danger', disabled: kinds.length === 0 }}
          onSafe={() => setAsking(false)}
          onOther={suspend}
        >
          <Checkbox.Group
            mb="md"
            label={t('people.access.suspendText')}
            value={[...kinds]}
            onChange={setKinds}
          >
            {SUSPENSION_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                mt={8}
                classNames={{ label: styles.kind ?? '' }}
                value={kind}
                label={t(`people.access.kinds.${kind}`)}
                description={t(`people.access.ends.${kind}`)}
              />
            ))}
          </Checkbox.Group>
          <p>{t('people.access.suspendKept')}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
