import type { DriveFile } from '@bocau/contract/drive.ts';
import type { LinkRules } from '@bocau/contract/link-rules.ts';
import { useState } from 'react';
import { now } from '../../../lib/timers.ts';
import type { SendHow, Sharing } from '../../../model/compose/compose-model.ts';
import { dayOf, endOfDay } from '../../../parts/dates/local-days.ts';
import { latestLinkDay } from '../../../parts/shares/latest-link-day.ts';
import type { EarlyEnd } from './dialog-requests.ts';
import { faultOfSharing, lastSendAt, newPassword, PROPOSED_DAYS, type SharingForm } from './sharing-form.ts';

const DAY_SECONDS = 86_400;

/** What must be known before the sharing options can be chosen. */
export type SharingFacts = {
  files: DriveFile[];
  outside: readonly string[];
  links: boolean;
  rules: LinkRules;
  /** When a periodic message is sent last, where the server says so. */
  lastDate: number | null;
};

export type SharingChoice = ReturnType<typeof useSharingForm>;

/** The chosen options, and their faults once submitted. `refused`: starts with what the server refused. */
export function useSharingForm(facts: SharingFacts, how: SendHow, refused: EarlyEnd | null) {
  const { files, outside, links, rules, lastDate } = facts;
  const [openedAt] = useState(() => Math.floor(now() / 1000));
  const { at, endless } = lastSendAt(how, openedAt);
  const last = refused?.lastSend ?? lastDate ?? at;
  const needsPassword = outside.length > 0;
  const [form, setForm] = useState<SharingForm>(() => {
    if (refused) return formOf(refused.sharing);
    const proposed = dayOf((last ?? openedAt) + PROPOSED_DAYS * DAY_SECONDS);
    return {
      permission: 'READ',
      usesPassword: needsPassword,
      password: newPassword(),
      usesEnd: !endless,
      end: earlier(proposed, needsPassword ? latestLinkDay(rules.days, openedAt) : null),
    };
  });
  const [tried, setTried] = useState(refused !== null);
  const hasPassword = form.usesPassword || needsPassword;
  const latest = hasPassword ? latestLinkDay(rules.days, openedAt) : null;
  const fault = faultOfSharing(form, { needsPassword, now: openedAt, last, endless, latest });
  /** The organisation's rules forbid sharing with these recipients. */
  const isCut = (needsPassword && !links) || (hasPassword && !rules.on);

  /** Null where something is wrong, which is shown from then on. */
  function read(): Sharing | null {
    setTried(true);
    if (fault !== null || isCut) return null;
    return {
      ids: files.map((file) => file.id),
      permission: form.permission,
      password: hasPassword ? form.password : null,
      expireDate: form.usesEnd ? endOfDay(form.end) : null,
    };
  }

  return {
    ...{ form, read, fault: tried ? fault : null, isCut, rules },
    ...{ hasPassword, needsPassword, openedAt, last, endless, latest },
    change: (next: Partial<SharingForm>) => setForm((before) => ({ ...before, ...next })),
  };
}

function formOf({ permission, password, expireDate }: Sharing): SharingForm {
  return {
    permission,
    usesPassword: password !== null,
    password: password ?? newPassword(),
    usesEnd: expireDate !== null,
    end: expireDate === null ? '' : dayOf(expireDate),
  };
}

function earlier(day: string, latest: string | null): string {
  return latest !== null && day > latest ? latest : day;
}
