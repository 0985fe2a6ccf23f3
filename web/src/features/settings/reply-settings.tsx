import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { dayInZone } from '../../model/settings/reply-period.ts';
import { DateField } from '../../parts/dates/date-field.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { ChoiceRow } from './choice-row.tsx';
import { saidDay } from './reply-day.ts';
import {
  formOf,
  isCorrected,
  problemsOf,
  type ReplyField,
  type ReplyForm,
  replyOf,
  stateOf,
  turnedOn,
} from './reply-form.ts';
import { ReplyPreview } from './reply-preview.tsx';
import { replyAmong, saveReply } from './reply-rule.ts';
import styles from './reply-settings.module.css';
import form from './settings-form.module.css';
import { SettingsState } from './settings-state.tsx';

/** What of the automatic reply is unsaved. */
export type UnsavedReply = {
  /** Shows what is wrong with it; true where nothing is. */
  check(): boolean;
  save(): Promise<void>;
};

type Props = {
  /** Told whenever something is unsaved, or nothing any more. */
  onUnsaved(unsaved: UnsavedReply | null): void;
};

const KEY = ['rules'];
const SWITCH = ['on', 'off'] as const;

/** VA-1: the fields of the automatic reply, which are saved with the settings around them. */
export function ReplySettings({ onUnsaved }: Props) {
  const { t, language } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const settings = useSettingsModel();
  const { time_zone: timeZone } = useSettings();
  const user = useMailbox((model) => model.user());
  const rules = useQuery({ queryKey: KEY, queryFn: async () => (await api.listRules({})).data });
  const id = useId();
  // Only what was chosen here, as in the form around it.
  const [chosen, setChosen] = useState<Partial<ReplyForm>>({});
  const [checked, setChecked] = useState(false);
  const [previewing, setPreviewing] = useState(false);

  const today = dayInZone(now(), timeZone);
  const saved = rules.data ? (replyAmong(rules.data)?.reply ?? null) : null;
  const before = formOf(saved, today);
  const shown = { ...before, ...chosen };
  const keys = Object.keys(chosen) as (keyof ReplyForm)[];
  const isUnsaved = keys.some((key) => chosen[key] !== before[key]);
  const problems = problemsOf(shown);
  const problemOf = (field: ReplyField) => {
    const problem = checked ? problems.find((one) => one.field === field) : undefined;
    return problem && t(`autoReply.problem.${problem.words}`);
  };
  const choose = (change: Partial<ReplyForm>) => setChosen((one) => ({ ...one, ...change }));

  const check = useEffectEvent(() => {
    setChecked(true);
    const [problem] = problems;
    if (problem) document.getElementById(`${id}-${problem.field}`)?.focus();
    return problem === undefined;
  });
  const save = useEffectEvent(async () => {
    await saveReply(api, replyOf(shown, user?.email ?? '', today), {
      tellAgain: shown.tellAgain && isCorrected(shown, before),
    });
    void settings.refresh();
    await queries.invalidateQueries({ queryKey: KEY });
    setChosen({});
    setChecked(false);
  });
  const tell = useEffectEvent(onUnsaved);
  useEffect(() => {
    tell(isUnsaved ? { check: () => check(), save: () => save() } : null);
  }, [isUnsaved]);

  if (!rules.data) {
    const retry = () => void rules.refetch();
    return <SettingsState failed={rules.isError} words={t('autoReply.loadFailed')} onRetry={retry} />;
  }
  const said = (day: string) => saidDay(day, today, language);
  const state = saved?.is_enable && !isUnsaved ? stateOf(saved, today) : null;
  const lean = { to: 'ahead', from: today } as const;

  return (
    <div className={shown.on ? styles.whole : undefined}>
      <ChoiceRow
        field="autoReply"
        label={t('autoReply.title')}
        hint={t('autoReply.hint')}
        options={SWITCH.map((value) => ({ value, label: t(`autoReply.${value}`) }))}
        value={shown.on ? 'on' : 'off'}
        onChange={(value) => choose(value === 'on' ? turnedOn(shown, today) : { on: false })}
      />
      {shown.on && (
        <div className={form.row}>
          <span />
          <div className={styles.fields}>
            {state && (
              <p className={styles.state}>
                {t(`autoReply.state.${state.words}`, 'day' in state ? { day: said(state.day) } : {})}
              </p>
            )}
            <div className={styles.days}>
              <div className={styles.field}>
                <label htmlFor={`${id}-first`}>{t('autoReply.first')}</label>
                <div className={styles.day}>
                  <DateField
                    id={`${id}-first`}
                    value={shown.first}
                    lean={lean}
                    onChange={(first) => choose({ first })}
                  />
                </div>
                <Problem words={problemOf('first')} />
              </div>
              {shown.hasEnd && (
                <div className={styles.field}>
                  <label htmlFor={`${id}-last`}>{t('autoReply.last')}</label>
                  <div className={styles.day}>
                    <DateField
                      id={`${id}-last`}
                      {...(shown.first && { min: shown.first })}
                      value={shown.last}
                      lean={lean}
                      onChange={(last) => choose({ last })}
                    />
                  </div>
                  <Problem words={problemOf('last')} />
                </div>
              )}
            </div>
            <Check
              label={t('autoReply.hasEnd')}
              checked={shown.hasEnd}
              onChange={(hasEnd) => choose({ hasEnd })}
            />
            <TextInput
              label={t('autoReply.subject')}
              description={t('autoReply.subjectAbout')}
              placeholder={t('autoReply.subjectEmpty')}
              value={shown.subject}
              maxLength={LIMITS.subjectLength}
              onChange={({ currentTarget }) => choose({ subject: currentTarget.value })}
            />
            <Textarea
              id={`${id}-body`}
              label={t('autoReply.body')}
              placeholder={t('autoReply.bodyExample', { day: said(shown.last || today) })}
              rows={7}
              resize="vertical"
              maxLength={LIMITS.signatureLength}
              value={shown.body}
              error={problemOf('body')}
              onChange={({ currentTarget }) => choose({ body: currentTarget.value })}
            />
            {isCorrected(shown, before) && (
              <Check
                label={t('autoReply.tellAgain')}
                checked={shown.tellAgain}
                onChange={(tellAgain) => choose({ tellAgain })}
              />
            )}
            <Check
              label={t('autoReply.onlyOrganisation', { domain: user?.email.split('@').at(-1) ?? '' })}
              checked={shown.onlyOrganisation}
              onChange={(onlyOrganisation) => choose({ onlyOrganisation })}
            />
            <div>
              <Button variant="default" onClick={() => setPreviewing(true)}>
                {t('autoReply.preview.open')}
              </Button>
            </div>
          </div>
        </div>
      )}
      <ReplyPreview
        opened={previewing}
        onClose={() => setPreviewing(false)}
        reply={replyOf(shown, user?.email ?? '', today)}
      />
    </div>
  );
}

function Problem({ words }: { words: string | undefined }) {
  return words === undefined ? null : (
    <p className={styles.problem} role="alert">
      {words}
    </p>
  );
}

function Check(props: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={props.checked}
        onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
