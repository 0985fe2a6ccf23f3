import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { dayInZone } from '../../model/settings/reply-period.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { useSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { formOf, isCorrected, problemsOf, type ReplyField, type ReplyForm, replyOf } from './reply-form.ts';
import { replyAmong, saveReply } from './reply-rule.ts';

const KEY = ['rules'];

/** The unsaved changes to the automatic reply. */
export type UnsavedReply = {
  /** Shows what is wrong; returns true where nothing is. */
  check(): boolean;
  save(): Promise<void>;
};

export type ReplyChoice = ReturnType<typeof useReplyForm>;

/** The automatic reply with unsaved choices applied over the saved one; `onUnsaved` reports these. */
export function useReplyForm(onUnsaved: (unsaved: UnsavedReply | null) => void) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const settings = useSettingsModel();
  const { time_zone: timeZone } = useSettings();
  const email = useSessionState((session) => session.user())?.email ?? '';
  const rules = useQuery({ queryKey: KEY, queryFn: async () => (await api.listRules({})).data });
  const id = useId();
  // Only the user's own choices, as in the surrounding form.
  const [chosen, setChosen] = useState<Partial<ReplyForm>>({});
  const [checked, setChecked] = useState(false);

  const today = dayInZone(now(), timeZone);
  const saved = rules.data ? (replyAmong(rules.data)?.reply ?? null) : null;
  const before = formOf(saved, today);
  const shown = { ...before, ...chosen };
  const keys = Object.keys(chosen) as (keyof ReplyForm)[];
  const isUnsaved = keys.some((key) => chosen[key] !== before[key]);
  const problems = problemsOf(shown);
  /** As it would be sent. */
  const reply = replyOf(shown, email, today);

  const check = useEffectEvent(() => {
    setChecked(true);
    const [problem] = problems;
    if (problem) document.getElementById(`${id}-${problem.field}`)?.focus();
    return problem === undefined;
  });
  const save = useEffectEvent(async () => {
    await saveReply(api, reply, { tellAgain: shown.tellAgain && isCorrected(shown, before) });
    void settings.refresh();
    await queries.invalidateQueries({ queryKey: KEY });
    setChosen({});
    setChecked(false);
  });
  const tell = useEffectEvent(onUnsaved);
  useEffect(() => {
    tell(isUnsaved ? { check: () => check(), save: () => save() } : null);
  }, [isUnsaved]);

  function problemOf(field: ReplyField): string | undefined {
    const problem = checked ? problems.find((one) => one.field === field) : undefined;
    return problem && t(`autoReply.problem.${problem.words}`);
  }

  return {
    ...{ rules, saved, shown, before, isUnsaved, today, email, reply, id, problemOf },
    choose: (change: Partial<ReplyForm>) => setChosen((one) => ({ ...one, ...change })),
  };
}
