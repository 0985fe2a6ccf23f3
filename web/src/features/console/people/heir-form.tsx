import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type Refusals, useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { PeopleInput } from '../../../parts/shares/people-input.tsx';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';
import { typedAddress } from './typed-address.ts';
import { useColleagues } from './use-colleagues.ts';

type Props = Pick<PersonProps, 'person'> & {
  domain: string;
  field: RefObject<HTMLInputElement | null>;
  gets: 'drive' | 'meetings';
  label: string;
  /** What is done, on both buttons. */
  act: string;
  busy: boolean;
  /** Why a colleague can't get it. */
  refused: string;
  refusals?: Refusals;
  /** The title of the question before it, of a colleague's address. */
  question(heir: string): string;
  /** What becomes of it. */
  children: ReactNode;
  onHeir(heir: string): void;
};

/** Takes a colleague who gets what a person had, by name or address, and once they may have it, asks before they do. */
export function HeirForm(props: Props) {
  const { person, domain, field, gets, label, act, busy, refused, refusals, question, children, onHeir } =
    props;
  const { t } = useTranslation();
  const api = useApi();
  const check = useAccountAttempt();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [heir, setHeir] = useState<string | null>(null);
  const people = useColleagues(typed, person, domain);

  function type(text: string) {
    setTyped(text);
    setFault(null);
  }

  function refuse(words: string): null {
    setFault(words);
    return null;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const address = typedAddress(typed, domain);
    // The button loses the focus while it waits; a question gives it back to where it was.
    field.current?.focus();
    if (address === null || address === person.email) {
      refuse(t('people.drive.wrong', { domain }));
      return;
    }
    const call = { params: { id: person.id }, body: { heir: address, gets } };
    const isFree = await check.run(() => api.checkAnyHeir(call), {
      invalid_input: () => refuse(refused),
      ...refusals,
    });
    if (isFree) setHeir(address);
  }

  return (
    <>
      <form className={styles.heir} onSubmit={(event) => void submit(event)} noValidate>
        <PeopleInput
          field={field}
          label={label}
          placeholder={t('shares.peopleHint')}
          typed={typed}
          fault={fault}
          people={people}
          onType={type}
          onChoose={type}
        />
        <Button type="submit" variant="default" loading={busy || check.busy}>
          {`${act}…`}
        </Button>
      </form>
      {heir !== null && (
        <ChoiceDialog
          title={question(heir)}
          safe={t('common.actions.cancel')}
          other={{ label: act, tone: 'danger' }}
          onSafe={() => setHeir(null)}
          onOther={() => {
            setHeir(null);
            onHeir(heir);
          }}
        >
          {children}
        </ChoiceDialog>
      )}
    </>
  );
}
