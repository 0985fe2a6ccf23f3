import type { CalendarImportPlan, CalendarImportResult } from '@bocau/contract/calendar-imports.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { say } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { announceDone } from '../../../parts/acts/announce-done.ts';
import { useCalendar, useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { FileChoice } from '../../../parts/imports/file-choice.tsx';
import styles from '../../../parts/imports/import.module.css';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { PHONE } from '../../../ui/breakpoints.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { announceCalendarFailure } from '../begin-calendar-act.ts';
import { isWritable } from '../changeable.ts';
import own from './import-dialog.module.css';
import { ImportFaults } from './import-faults.tsx';
import { type CalendarImport, NEW_CALENDAR, useCalendarImport } from './use-calendar-import.ts';

/** CL-150: a file of events, what an import of it would do, and the import. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const small = useMedia(PHONE);
  const [result, setResult] = useState<{ done: CalendarImportResult; undo(): void } | null>(null);
  const state = useCalendarImport((done) => {
    model.changed();
    const undoDone = announceDone(doneWords(done), {
      run: async () => void (await undo(done.uid)),
      refused,
    });
    // What could not be imported is there to be read.
    if (done.faults.total > 0) setResult({ done, undo: undoDone });
    else onClose();
  });

  /** Answers whether all of it is undone; what is not is told. */
  async function undo(uid: string): Promise<boolean> {
    const { data } = await api.undoCalendarImport({ body: { uid } });
    model.changed();
    const { changed: count } = data;
    if (count > 0) notify({ text: say('calendarImport.undoneBut', { count }), tone: 'danger', seconds: 8 });
    return count === 0;
  }

  function refused(error: Parameters<typeof announceCalendarFailure>[1]): void {
    announceCalendarFailure(say('calendarImport.undoRefused'), error);
  }

  function doneWords({ created, replaced, equal, kept }: CalendarImportResult): string {
    const skipped = equal + kept;
    const rest = [
      ...(replaced > 0 ? [t('calendarImport.doneReplaced', { count: replaced })] : []),
      ...(skipped > 0 ? [t('calendarImport.doneSkipped', { count: skipped })] : []),
    ];
    const words = t('calendarImport.done', { count: created });
    return rest.length === 0 ? words : `${words}. ${rest.join(' ')}`;
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(result ? 'calendarImport.finished' : 'calendarImport.title')}
      size={640}
      fullScreen={small}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {result ? (
        <div className={styles.form}>
          <p role="status">{doneWords(result.done)}</p>
          <ImportFaults faults={result.done.faults} />
          <div className={own.ends}>
            <Button
              variant="default"
              onClick={() => {
                onClose();
                result.undo();
              }}
            >
              {t('common.actions.undo')}
            </Button>
            <Button autoFocus onClick={onClose}>
              {t('common.actions.close')}
            </Button>
          </div>
        </div>
      ) : (
        <ImportForm
          state={state}
          onClose={onClose}
          onUndo={(uid) => {
            onClose();
            undo(uid).then((isWhole) => isWhole && notify({ text: say('calendarImport.undone') }), refused);
          }}
        />
      )}
    </Modal>
  );
}

type FormProps = { state: CalendarImport; onClose(): void; onUndo(uid: string): void };

function ImportForm({ state, onClose, onUndo }: FormProps) {
  const { t } = useTranslation();
  const { file, plan, busy, faults, begun, written } = state;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void state.run();
      }}
    >
      <FileChoice
        file={file}
        words={{
          about: t('calendarImport.about'),
          choose: t('calendarImport.choose'),
          other: t('calendarImport.other'),
        }}
        accept=".ics,.zip,text/calendar,application/zip"
        disabled={busy === 'importing'}
        fault={faults.file ?? null}
        onChoose={state.choose}
        onRetry={file ? state.planAgain : null}
      />
      <div role="status" className={styles.found}>
        {busy === 'planning' && <p>{t('calendarImport.reading')}</p>}
        {busy !== 'planning' && plan && <p>{foundWords(t, plan)}</p>}
      </div>
      {file && (plan || faults.target !== undefined) && <Target state={state} />}
      {plan && <Plan plan={plan} />}
      {busy === 'importing' && <Progress state={state} />}
      {faults.import !== undefined && (
        <div className={styles.refusal} role="alert">
          <p>{faults.import}</p>
          {begun !== null && (
            <Button variant="default" size="compact-md" onClick={() => onUndo(begun)}>
              {t('calendarImport.undoPart')}
            </Button>
          )}
        </div>
      )}
      <FormButtons
        submit={t('calendarImport.submit', { count: written })}
        busy={busy === 'importing'}
        disabled={!state.canImport}
        onCancel={onClose}
      />
    </form>
  );
}

type T = ReturnType<typeof useTranslation>['t'];

function eventsOf({ created, equal, replaced, kept }: CalendarImportPlan): number {
  return created + equal + replaced + kept;
}

function foundWords(t: T, plan: CalendarImportPlan): string {
  const count = eventsOf(plan);
  return count === 0 ? t('calendarImport.nothing') : t('calendarImport.found', { count });
}

/** What becomes of the events, and what is left out. */
function Plan({ plan }: { plan: CalendarImportPlan }) {
  const { t } = useTranslation();
  const { titles, created, replaced } = plan;
  const named = titles.filter((title) => title !== '').join(', ');
  const counts = (['created', 'replaced', 'equal', 'kept', 'tasks', 'others'] as const).filter(
    (kind) => plan[kind] > 0,
  );
  return (
    <>
      {named !== '' && <p>{t('calendarImport.titles', { titles: named })}</p>}
      {counts.length > 0 && (
        <ul className={own.counts}>
          {counts.map((kind) => (
            <li key={kind}>{t(`calendarImport.${kind}`, { count: plan[kind] })}</li>
          ))}
        </ul>
      )}
      <ImportFaults faults={plan.faults} />
      {eventsOf(plan) > 0 && (
        <p className={styles.about}>
          {t(created + replaced === 0 ? 'calendarImport.noneLeft' : 'calendarImport.nobody')}
        </p>
      )}
    </>
  );
}

/** A calendar that the person may change, or a new one. */
function Target({ state }: { state: CalendarImport }) {
  const { t } = useTranslation();
  const { target, name, faults, busy } = state;
  const calendars = (useCalendar((model) => model.calendars()) ?? []).filter(isWritable);
  const isNew = target === NEW_CALENDAR;
  return (
    <div className={styles.target}>
      <NativeSelect
        label={t('calendarImport.calendar')}
        value={target}
        disabled={busy === 'importing'}
        error={isNew ? undefined : faults.target}
        onChange={({ currentTarget }) => state.setTarget(currentTarget.value)}
        data={[
          ...calendars.map(({ id, name: label, owner }) => ({
            value: id,
            label: owner
              ? t('calendarImport.ofOwner', { name: label, owner: owner.name || owner.email })
              : label,
          })),
          { value: NEW_CALENDAR, label: t('calendarImport.newCalendar') },
        ]}
      />
      {isNew && (
        <TextInput
          label={t('calendarImport.name')}
          autoComplete="off"
          maxLength={100}
          value={name}
          disabled={busy === 'importing'}
          error={faults.target}
          onChange={({ currentTarget }) => state.setName(currentTarget.value)}
        />
      )}
    </div>
  );
}

/** How far the server has come; at first the file has to reach it. */
function Progress({ state: { progress } }: { state: CalendarImport }) {
  const { t } = useTranslation();
  const words = progress ? t('calendarImport.progress', progress) : t('calendarImport.waiting');
  return (
    <div className={own.progress}>
      <progress
        aria-label={words}
        {...(progress && { max: Math.max(1, progress.total), value: progress.done })}
      />
      <span>{words}</span>
    </div>
  );
}
