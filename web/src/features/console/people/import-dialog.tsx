import type { ApiError } from '@bocau/contract/client.ts';
import { Button, Checkbox, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { openQuoteLine } from '../../../parts/imports/open-quote.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './people.module.css';

type Outcome = Awaited<ReturnType<ReturnType<typeof useApi>['importPeople']>>['data'];

/** Validates a list of people before anything is done; then adds them, and offers their links once. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const submit = useRef<HTMLButtonElement>(null);
  const [csv, setCsv] = useState('');
  const [fileName, setFileName] = useState('');
  const [links, setLinks] = useState(true);
  const [update, setUpdate] = useState(false);
  const [checked, setChecked] = useState<Outcome | null>(null);
  const [done, setDone] = useState<Outcome | null>(null);

  function refusalOfList(error: ApiError): string {
    const line = openQuoteLine(error);
    return line === null ? errorWords(t, error) : t('admin.import.openQuote', { line });
  }

  async function check(file: File) {
    // One at a time; otherwise the result of one file could be shown for another.
    if (busy) return;
    setChecked(null);
    setFileName(file.name);
    const outcome = await run(
      async () => {
        const text = await file.text();
        setCsv(text);
        return (await api.importPeople({ body: { csv: text, only_check: true } })).data;
      },
      { invalid_input: refusalOfList },
    );
    if (outcome) setChecked(outcome);
  }

  async function add() {
    const outcome = await run(async () => (await api.importPeople({ body: { csv, links, update } })).data);
    if (!outcome) return submit.current?.focus();
    // Somebody may have taken an address in the meantime.
    if (outcome.fault_count > 0) setChecked(outcome);
    else setDone(outcome);
    const changed = ['people', 'audit-log', 'domains'];
    await Promise.all(changed.map((key) => queries.invalidateQueries({ queryKey: [key] })));
  }

  const canAdd =
    checked !== null && checked.fault_count === 0 && (checked.added > 0 || (update && checked.changed > 0));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('admin.import.title')}
      size={560}
      centered
      closeOnClickOutside={done === null}
      closeOnEscape={done === null}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {done ? (
        <Done outcome={done} onClose={onClose} />
      ) : (
        <div className={styles.link}>
          <p className={pageStyles.about}>{t('admin.import.about')}</p>
          <FileChoice fileName={fileName} busy={busy} onFile={(file) => void check(file)} />
          <div role="status">
            {busy && checked === null && <p className={pageStyles.about}>{t('admin.import.checking')}</p>}
            {checked && <Checked outcome={checked} />}
          </div>
          <Checkbox
            label={t('admin.import.links')}
            checked={links}
            onChange={({ currentTarget }) => setLinks(currentTarget.checked)}
          />
          <Checkbox
            label={t('admin.import.update')}
            description={t('admin.import.updateHint')}
            checked={update}
            onChange={({ currentTarget }) => setUpdate(currentTarget.checked)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {t('common.actions.cancel')}
            </Button>
            <Button
              ref={submit}
              disabled={!canAdd}
              loading={busy && checked !== null}
              onClick={() => void add()}
            >
              {t('admin.import.submit')}
            </Button>
          </Group>
        </div>
      )}
    </Modal>
  );
}

type FileProps = { fileName: string; busy: boolean; onFile(file: File): void };

/** The file input, and the name of the chosen file. */
function FileChoice({ fileName, busy, onFile }: FileProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        hidden
        aria-label={t('admin.import.choose')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          // So that the same file can be chosen again after fixing it.
          currentTarget.value = '';
        }}
      />
      <Group gap={12}>
        <Button
          variant="default"
          data-autofocus
          data-disabled={busy || undefined}
          onClick={() => !busy && input.current?.click()}
        >
          {t('admin.import.choose')}
        </Button>
        <span className={pageStyles.detail}>{fileName}</span>
      </Group>
    </>
  );
}

function Checked({ outcome: { added, there, changed, faults, fault_count } }: { outcome: Outcome }) {
  const { t } = useTranslation();
  if (fault_count > 0) {
    return (
      <>
        <p>{t('admin.import.faults', { count: fault_count })}</p>
        <ul className={styles.faults}>
          {faults.map((fault) => (
            <li key={`${fault.line} ${fault.field} ${fault.problem}`}>
              {t('admin.import.line', {
                line: fault.line,
                field: fault.field,
                problem: t(`admin.import.reasons.${fault.reason}`),
              })}
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <p>
      {added === 0 ? t('admin.import.nobody') : t('admin.import.ready', { count: added })}{' '}
      {there > 0 && t('admin.import.there', { count: there })}{' '}
      {changed > 0 && t('admin.import.changed', { count: changed })}
    </p>
  );
}

function Done({
  outcome: { added, changed, links, stopped },
  onClose,
}: {
  outcome: Outcome;
  onClose(): void;
}) {
  const { t } = useTranslation();

  function save() {
    const lines = ['email,link', ...links.map(({ email, link }) => `${email},${link}`)];
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(new Blob([lines.join('\r\n')], { type: 'text/csv' }));
    anchor.download = t('admin.import.fileName');
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  }

  return (
    <div className={styles.link}>
      <p role="status">
        {t('admin.import.done', { count: added })}{' '}
        {changed > 0 && t('admin.import.changedDone', { count: changed })}
      </p>
      {stopped !== null && <p role="alert">{t('admin.import.stopped')}</p>}
      {links.length > 0 && <p className={pageStyles.about}>{t('admin.import.linksOnce')}</p>}
      <Group justify="flex-end" gap={8}>
        {links.length > 0 && (
          <Button variant="default" onClick={save}>
            {t('admin.import.saveLinks')}
          </Button>
        )}
        <Button data-autofocus autoFocus onClick={onClose}>
          {t('admin.import.finish')}
        </Button>
      </Group>
    </div>
  );
}
