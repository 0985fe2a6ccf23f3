import type { Occurrence } from '@bocau/contract/calendar.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Edited } from '../../../model/calendar/plan-operations.ts';
import { ProposeTime } from '../../../parts/events/propose-time.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { readEdited } from '../calendar-acts.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';

type Props = { screen: CalendarScreenState; occurrence: Occurrence; onClose(): void };

/** CL-193: another time for a meeting that one is asked to; of a series for this one. */
export function ProposeDialog({ screen, occurrence, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { model } = screen;
  const [edited, setEdited] = useState<Edited | null>(null);
  const begun = useRef({ occurrence, onClose });
  useEffect(() => {
    const { occurrence: one, onClose: close } = begun.current;
    let isLeft = false;
    void readEdited(model, one).then((known) => {
      if (isLeft) return;
      if (known) setEdited(known);
      else close();
    });
    return () => {
      isLeft = true;
    };
  }, [model]);
  if (!edited) return null;
  const { event_id: id, original } = occurrence;

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('invitation.propose.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <ProposeTime
        begin={edited.event.fields}
        isSame={(one) => one.event_id === id}
        onSend={async (given) => {
          await api.proposeTime({ params: { id }, body: { ...given, original } });
          notify({ text: t('invitation.propose.sent') });
          onClose();
          await model.readEvent(id, original);
        }}
        onCancel={onClose}
      />
    </Modal>
  );
}
