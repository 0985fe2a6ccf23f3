import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import type { PersonProps } from './person-props.ts';
import { typedAddress } from './typed-address.ts';

type Props = Pick<PersonProps, 'person'> & {
  domain: string;
  label: string;
  /** What is done, on both buttons. */
  act: string;
  busy: boolean;
  /** The title of the question before it, of a colleague's address. */
  question(heir: string): string;
  /** What becomes of it. */
  children: ReactNode;
  onHeir(heir: string): void;
};

/** Takes the address of a colleague who gets what a person had, and asks before they do. */
export function HeirForm({ person, domain, label, act, busy, question, children, onHeir }: Props) {
  const { t } = useTranslation();
  const [fault, setFault] = useState<string | null>(null);
  const [heir, setHeir] = useState<string | null>(null);

  async function ask(typed: string): Promise<boolean> {
    const address = typedAddress(typed, domain);
    if (address === null || address === person.email) setFault(t('people.drive.wrong', { domain }));
    else setHeir(address);
    return false;
  }

  return (
    <>
      <OneFieldForm
        label={label}
        placeholder={`…@${domain}`}
        maxLength={254}
        button={`${act}…`}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={ask}
      />
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
