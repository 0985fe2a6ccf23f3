import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { useNavigate } from '../../../router/router.tsx';
import { ChoiceRow } from '../choice-row.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SettingsState } from '../settings-state.tsx';
import { AddAddress } from './add-address.tsx';
import { VerifiedAddresses, WaitingAddresses } from './forward-lists.tsx';
import { type Forward, forwardsOf } from './forwards.ts';
import { TargetRow } from './target-row.tsx';
import { useForwarding } from './use-forwarding.ts';
import { useRemoveAddress } from './use-remove-address.ts';

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

function ForwardingForm(props: { forwards: Forward[]; onChanged(): Promise<void> }) {
  const { forwards, onChanged } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [adding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const leaving = useRef(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const verified = forwards.filter((forward) => forward.verified);
  const waiting = forwards.filter((forward) => !forward.verified);
  const { isOn, isUnsaved, saving, choose, save, ...target } = useForwarding(verified, onChanged);
  const remove = useRemoveAddress(leaveLine);

  /** The line is removed; the focus must not be lost with it. */
  async function leaveLine() {
    addButton.current?.focus();
    await onChanged();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  function cancel() {
    leaving.current = true;
    void navigate('/');
  }

  function closeDialog() {
    setAdding(false);
    requestAnimationFrame(() => addButton.current?.focus());
  }

  return (
    <>
      <form id={`${id}-form`} onSubmit={submit}>
        <ChoiceRow
          field="forwarding"
          label={t('forwarding.title')}
          hint={t('forwarding.hint')}
          options={SWITCH.map((value) => ({ value, label: t(`forwarding.${value}`) }))}
          value={isOn ? 'on' : 'off'}
          onChange={(value) => choose({ on: value === 'on' })}
        />
        <TargetRow
          {...target}
          verified={verified}
          disabled={!isOn}
          addButton={addButton}
          onChoose={(id) => choose({ id })}
          onAdd={() => setAdding(true)}
        />
        <LeaveGuard unsaved={isUnsaved} leaving={leaving} />
      </form>
      <WaitingAddresses
        waiting={waiting}
        fresh={fresh}
        onVerified={leaveLine}
        onRemove={(forward) => void remove(forward)}
      />
      <VerifiedAddresses verified={verified} onRemove={(forward) => void remove(forward)} />
      <SaveBar form={`${id}-form`} unsaved={isUnsaved} saving={saving} onCancel={cancel} />
      {adding && (
        <AddAddress
          forwards={forwards}
          onAdded={async (added) => {
            setFresh(added);
            await onChanged();
          }}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
