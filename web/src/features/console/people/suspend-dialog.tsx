import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import { SUSPENSION_KINDS, type SuspensionKind } from '@bocau/contract/people.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { MeetingsLeft } from './meetings-left.tsx';
import styles from './people.module.css';

/** Customers' mail keeps arriving, unless somebody chooses to have it returned to them. */
const USUAL: readonly SuspensionKind[] = ['sign_in', 'sending'];

type Props = {
  person: ShownPerson;
  onClose(): void;
  onHandOver(): void;
  onSuspend(kinds: readonly string[]): void;
};

/** Suspends a person. Starts with the present suspensions, or else with the usual ones. */
export function SuspendDialog({ person, onClose, onHandOver, onSuspend }: Props) {
  const { t } = useTranslation();
  const { fullname: name, suspended } = person;
  const [kinds, setKinds] = useState<readonly string[]>(suspended.length > 0 ? suspended : USUAL);
  return (
    <ChoiceDialog
      title={t('people.access.suspendTitle', { name })}
      safe={t('common.actions.cancel')}
      other={{ label: t('people.access.suspend'), tone: 'danger', disabled: kinds.length === 0 }}
      onSafe={onClose}
      onOther={() => onSuspend(kinds)}
    >
      <Checkbox.Group mb="md" label={t('people.access.suspendText')} value={[...kinds]} onChange={setKinds}>
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
      <MeetingsLeft person={person} onHandOver={onHandOver} />
    </ChoiceDialog>
  );
}
