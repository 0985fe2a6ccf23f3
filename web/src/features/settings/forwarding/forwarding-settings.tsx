import { ApiError } from '@bocau/contract/client.ts';
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import lines from '../../../parts/settings/lines.module.css';
import { useNavigate } from '../../../router/router.tsx';
import { ChoiceRow } from '../choice-row.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { SaveBar } from '../save-bar.tsx';
import form from '../settings-form.module.css';
import { SettingsState } from '../settings-state.tsx';
import { AddAddress } from './add-address.tsx';
import styles from './forwarding.module.css';
import { type Forward, forwardsOf } from './forwards.ts';
import { WaitingAddress } from './waiting-address.tsx';

const KEY = ['rules'];
const SWITCH = ['on', 'off'] as const;

export function ForwardingSettings() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const rules = useQuery({ queryKey: KEY, queryFn: async () => (await api.listRules({})).data });
  if (!rules.data) {
    const retry = () => void rules.refetch();
    return <SettingsState failed={rules.isError} words={t('forwarding.loadFailed')} onRetry={retry} />;
  }
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  return <ForwardingForm forwards={forwardsOf(rules.data)} onChanged={refresh} />;
}

type Chosen = { on?: boolean; id?: string };

function ForwardingForm(props: { forwards: Forward[]; onChanged(): Promise<void> }) {
  const { forwards, onChanged } = props;
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const selectId = useId();
  // Only what was chosen here: what another device changes meanwhile shows beside it.
  const [chosen, setChosen] = useState<Chosen>({});
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [adding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const leaving = useRef(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const verified = forwards.filter((forward) => forward.verified);
  const waiting = forwards.filter((forward) => !forward.verified);
  const active = verified.find((forward) => forward.active) ?? null;
  const isOn = chosen.on ?? active !== null;
  const selected = verified.find(({ id }) => id === chosen.id) ?? active ?? verified[0] ?? null;
  const options =
    verified.length === 0
      ? [{ value: '', label: t('forwarding.noneYet') }]
      : verified.map(({ id, address }) => ({ value: id, label: address }));
  const isUnsaved = isOn !== (active !== null) || (isOn && selected?.id !== active?.id);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isUnsaved || saving) return;
    const changed = isOn ? selected : active;
    if (!changed) return setFault(t('forwarding.choose'));
    setSaving(true);
    setFault(null);
    try {
      await api.updateRule({ params: { id: changed.id }, body: { is_enable: isOn } });
      await onChanged();
      setChosen({});
      notify({ text: t('forwarding.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(t('forwarding.saveFailed', { reason: errorWords(t, error) }));
    } finally {
      setSaving(false);
    }
  }

  async function remove({ id, address }: Forward) {
    try {
      await api.deleteRule({ params: { id } });
      addButton.current?.focus();
      await onChanged();
      notify({ text: t('forwarding.removed', { address }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = errorWords(t, error);
      notify({ text: t('forwarding.removeFailed', { address, reason }), tone: 'danger', seconds: 8 });
    }
  }

  function choose(change: Chosen) {
    setChosen((before) => ({ ...before, ...change }));
    setFault(null);
  }

  function cancel() {
    leaving.current = true;
    void navigate('/');
  }

  const closeDialog = () => {
    setAdding(false);
    requestAnimationFrame(() => addButton.current?.focus());
  };

  return (
    <>
      <form id={`${selectId}-form`} onSubmit={(event) => void submit(event)}>
        <ChoiceRow
          field="forwarding"
          label={t('forwarding.title')}
          hint={t('forwarding.hint')}
          options={SWITCH.map((value) => ({ value, label: t(`forwarding.${value}`) }))}
          value={isOn ? 'on' : 'off'}
          onChange={(value) => choose({ on: value === 'on' })}
        />
        <div className={form.row}>
          <label className={form.label} htmlFor={selectId}>
            {t('forwarding.to')}
          </label>
          <div className={styles.target}>
            <NativeSelect
              id={selectId}
              className={styles.select}
              data={options}
              value={selected?.id ?? ''}
              disabled={!isOn || verified.length === 0}
              error={fault}
              onChange={(event) => choose({ id: event.currentTarget.value })}
            />
            <Button ref={addButton} variant="default" onClick={() => setAdding(true)}>
              {t('forwarding.add')}
            </Button>
            {verified.length === 0 && <p className={styles.none}>{t('forwarding.none')}</p>}
          </div>
        </div>
        <LeaveGuard unsaved={isUnsaved} leaving={leaving} />
      </form>
      {waiting.length > 0 && (
        <>
          <h2 className={styles.heading}>{t('forwarding.waiting')}</h2>
          <ul className={lines.lines} aria-label={t('forwarding.waitingList')}>
            {waiting.map((forward) => (
              <WaitingAddress
                key={forward.id}
                forward={forward}
                fresh={forward.id === fresh}
                onVerified={async () => {
                  addButton.current?.focus();
                  await onChanged();
                }}
                onRemove={() => void remove(forward)}
              />
            ))}
          </ul>
        </>
      )}
      {verified.length > 0 && (
        <>
          <h2 className={styles.heading}>{t('forwarding.addresses')}</h2>
          <ul className={lines.lines} aria-label={t('forwarding.addresses')}>
            {verified.map((forward) => (
              <li key={forward.id} className={lines.line}>
                <span className={styles.address}>
                  {forward.address}
                  {forward.active && <span className={styles.active}>{t('forwarding.active')}</span>}
                </span>
                <Button
                  variant="default"
                  aria-label={t('forwarding.removeWho', { address: forward.address })}
                  onClick={() => void remove(forward)}
                >
                  {t('forwarding.remove')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <SaveBar form={`${selectId}-form`} unsaved={isUnsaved} saving={saving} onCancel={cancel} />
      {adding && (
        <AddAddress
          forwards={forwards}
          onAdded={async (id) => {
            setFresh(id);
            await onChanged();
          }}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
