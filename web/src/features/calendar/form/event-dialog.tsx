import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { EventFileShare } from '@bocau/contract/event-files.ts';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { KeptForm } from '../../../model/calendar/kept-forms.ts';
import { sameValue } from '../../../model/engine/same-value.ts';
import { readLostRooms } from '../../../parts/events/lost-rooms.ts';
import { LostRoomsDialog } from '../../../parts/events/lost-rooms-dialog.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { PHONE } from '../../../ui/breakpoints.ts';
import inSight from '../../../ui/layers/buttons-in-sight.module.css';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useUnsavedForm } from '../../../ui/unsaved-forms.ts';
import { useMedia } from '../../../ui/use-media.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { answerAnew } from './answer-anew.ts';
import styles from './event-form.module.css';
import { EventForm } from './event-form.tsx';
import { mayNeedSharing } from './files-to-share.ts';
import {
  type EventFormValues,
  everyGuest,
  type FormFaults,
  faultsOf,
  fieldsOf,
  roomTimesOf,
} from './form-values.ts';
import { useKeptForm } from './use-kept-form.ts';

/** With what sharing says, for the few who have files of the drive at an event. */
const ShareFilesDialog = lazyPart(async () => {
  const [{ ShareFilesDialog: Part }] = await Promise.all([
    import('./share-files-dialog.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

type Props = {
  screen: CalendarScreenState;
  title: string;
  begin: EventFormValues;
  /** What was typed is not what is saved, though nothing was typed here. */
  isChangedAlready?: boolean;
  /** Of the files that the event has. */
  shares?: readonly EventFileShare[] | undefined;
  isGuest?: boolean;
  isCopy?: boolean;
  asksGuests?: boolean;
  /** What was kept of this form, and goes on. */
  kept?: KeptForm | null;
  /** The event that it changes. */
  edited?: KeptForm['edited'];
  /** Above the fields. */
  note?(values: EventFormValues, set: (values: EventFormValues) => void): ReactNode;
  onClose(): void;
  onSave(values: EventFormValues): void;
};

/** The whole form of an event. It asks before it gives up what was typed. */
export function EventDialog({
  screen,
  title,
  begin,
  isChangedAlready = false,
  shares = [],
  isGuest = false,
  isCopy = false,
  asksGuests = false,
  kept = null,
  edited = null,
  note,
  onClose,
  onSave,
}: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [started] = useState(begin);
  const [values, setValues] = useState(begin);
  const [faults, setFaults] = useState<FormFaults>({});
  const [leaving, setLeaving] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [lost, setLost] = useState<readonly BookableRoom[]>([]);
  const [sharing, setSharing] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const small = useMedia(PHONE);
  const shared = { files: values.files, guests: everyGuest(values) };
  const isChanged = isChangedAlready || !sameValue(values, started);
  useUnsavedForm(isChanged);
  const forget = useKeptForm(screen, { known: kept, values, isChanged, edited });
  const leave = () => (isChanged ? setLeaving(true) : close());

  function change(next: EventFormValues): void {
    setValues(next);
    setFaults({});
  }

  function save(): void {
    const found = faultsOf(values);
    setFaults(found);
    if (Object.keys(found).length === 0) {
      void saveKnowing();
      return;
    }
    requestAnimationFrame(() =>
      root.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input, [role="alert"]')
        ?.focus(),
    );
  }

  /** CL-211: asks first where a room will decline. */
  async function saveKnowing(): Promise<void> {
    if (isChecking) return;
    const { question } = screen;
    const eventId = question?.kind === 'edit' ? question.occurrence.event_id : undefined;
    const isWritten = eventId === undefined || isChangedAlready;
    if (values.rooms.length === 0 || !(isWritten || answerAnew(values, started))) return finish();
    setChecking(true);
    const declining = await readLostRooms(api, fieldsOf(values, []), eventId);
    if (isGone.current) return;
    setChecking(false);
    if (declining.length === 0) finish();
    else setLost(declining);
  }

  /** Asks first where guests could not open the files. */
  function finish(): void {
    setLost([]);
    const isOwn = screen.writable.find(({ id }) => id === values.calendarId)?.permission === 'OWNER';
    if (isOwn && !isGuest && mayNeedSharing(shared, shares)) setSharing(true);
    else saveNow(values);
  }

  function saveNow(given: EventFormValues): void {
    forget();
    onSave(given);
  }

  function close(): void {
    forget();
    onClose();
  }

  return (
    <Modal
      opened
      onClose={leave}
      title={title}
      size={640}
      fullScreen={small}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form
        ref={root}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
          if (!isSave || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          save();
        }}
      >
        {note?.(values, change)}
        <EventForm
          screen={screen}
          values={values}
          faults={faults}
          staying={isGuest ? (edited?.base?.guests ?? []).map(({ email }) => email) : null}
          isCopy={isCopy}
          asksGuests={asksGuests}
          onChange={change}
        />
        <div className={inSight.buttons}>
          <FormButtons submit={t('calendar.form.save')} busy={isChecking} onCancel={leave} />
        </div>
      </form>
      {lost.length > 0 && (
        <LostRoomsDialog
          act="save"
          rooms={lost}
          times={roomTimesOf(values, screen.zone)}
          onSafe={() => setLost([])}
          onOther={finish}
        />
      )}
      {sharing && (
        <Suspense fallback={null}>
          <ShareFilesDialog
            values={shared}
            shares={shares}
            onShared={(files) => saveNow({ ...values, files })}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
      {leaving && (
        <ChoiceDialog
          title={t('calendar.form.leave.title')}
          safe={t('calendar.form.leave.stay')}
          other={{ label: t('calendar.form.leave.leave'), tone: 'danger' }}
          onSafe={() => setLeaving(false)}
          onOther={close}
        >
          {t('calendar.form.leave.text')}
        </ChoiceDialog>
      )}
    </Modal>
  );
}
