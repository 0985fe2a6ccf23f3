import type { EventScope } from '@bocau/contract/calendar.ts';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import type { ScopeQuestion } from '../calendar-acts.ts';

type Props = {
  of: ScopeQuestion;
  scopes: readonly EventScope[];
  preset?: EventScope | undefined;
  onAnswer(scope: EventScope | null): void;
};

const CONFIRM = { change: 'confirmChange', remove: 'confirmRemove', answer: 'confirmAnswer' } as const;
const ORDER: readonly EventScope[] = ['one', 'following', 'all'];

/** CV-4: which of a series are meant; the fewest first, which are chosen unless others are preset. */
export function ScopeDialog({ of, scopes, preset, onAnswer }: Props) {
  const { t } = useTranslation();
  const offered = ORDER.filter((scope) => scopes.includes(scope));
  const first = preset ?? offered[0] ?? 'all';
  const [scope, setScope] = useState<EventScope>(first);
  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      title={t(`calendar.scope.${of}`)}
      withCloseButton={false}
      centered
      size={400}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(scope);
        }}
      >
        <Radio.Group
          aria-label={t(`calendar.scope.${of}`)}
          value={scope}
          onChange={(value) => setScope(value as EventScope)}
        >
          <Stack gap={8} pt={4}>
            {offered.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`calendar.scope.${each}`)}
                {...(each === first && { 'data-autofocus': true })}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormButtons
          submit={t(`calendar.scope.${CONFIRM[of]}`)}
          busy={false}
          danger={of === 'remove'}
          mt={20}
          onCancel={() => onAnswer(null)}
        />
      </form>
    </Modal>
  );
}
