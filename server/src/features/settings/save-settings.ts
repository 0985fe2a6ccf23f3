import { LIMITS } from '@bocau/contract/limits.ts';
import {
  type ChosenSettings,
  type Setting,
  type SettingKey,
  type Settings,
  settingRules,
} from '@bocau/contract/settings.ts';
import { placeRemindersTask } from '../../calendar/reminders/reminder-tasks.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import {
  checkText,
  ownImages,
  SIGNATURE_TEXT,
  type SignatureDeps,
  type TextFault,
} from '../../mail/settings/own-images.ts';
import { writeSettings } from '../../mail/settings/settings.store.ts';
import { isOfAnother, readSettingsOf } from '../../mail/settings/settings-of-caller.ts';
import { isSignatureChoice, readSignatures } from '../../mail/settings/signatures.store.ts';
import type { Caller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { announceChange, type From } from '../session/protection/announce-change.ts';

const DAY_SECONDS = 24 * 3600;

/** Saves the whole list, or nothing when one value is invalid. */
export async function saveSettings(
  deps: SignatureDeps,
  caller: Pick<Caller, 'person' | 'mailbox'>,
  list: Setting[],
  from: From,
): Promise<Settings> {
  const mailboxId = caller.mailbox;
  const given = list.findLast(({ key }) => key === 'signature')?.value;
  const text =
    typeof given === 'string' && settingRules.signature.safeParse(given).success
      ? await checkText(deps, mailboxId, given, SIGNATURE_TEXT, (fault) => refusal('signature', fault))
      : null;
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx, journal, folders, now } = change;
    const present = await readSettingsOf(tx, caller);
    const isChosen = (key: keyof Settings) => key in settingRules && !isOfAnother(caller, key);
    const chosen = Object.fromEntries(
      list
        // A client that sends back the whole list sends what is not for the user to choose as well.
        .filter(({ key, value }) => isChosen(key) || present[key] !== value)
        .map((setting) => checkSetting(setting, isChosen(setting.key))),
    ) as Partial<ChosenSettings>;
    if (text) {
      const others = (await readSignatures(tx, mailboxId)).map(({ html }) => html);
      chosen.signature = await ownImages(deps, change, text, present.signature, others);
    }
    for (const key of ['signature_for_new', 'signature_for_answers'] as const) {
      const choice = chosen[key] ?? 'main';
      if (!(await isSignatureChoice(tx, mailboxId, choice)))
        throw refusal(key, { problem: 'is no signature', rule: 'not_an_option' });
    }
    await writeSettings(tx, mailboxId, chosen);
    if (present.sign_in_alerts && chosen.sign_in_alerts === false) {
      const onceFor = `day ${Math.floor(now / DAY_SECONDS)}`;
      await announceChange(tx, { mailboxId, change: 'alerts_off', about: '', at: now, onceFor }, from);
    }
    if (chosen.time_zone !== undefined && chosen.time_zone !== present.time_zone) {
      // What has no zone is due by the clock of the person.
      await addJob(tx, placeRemindersTask, { mailboxId }, { jobKey: `place reminders ${mailboxId}` });
    }
    journal('settings', folders.INBOX);
    return { ...present, ...chosen };
  });
}

function checkSetting({ key, value }: Setting, isChosen: boolean): [SettingKey, unknown] {
  if (!isChosen || !isSettingKey(key))
    throw refusal(key, { problem: 'can not be chosen', rule: 'not_an_option' });
  const parsed = settingRules[key].safeParse(value);
  if (!parsed.success) throw refusal(key, faultOf(key, parsed.error.issues[0]?.message));
  return [key, parsed.data];
}

function isSettingKey(key: keyof Settings): key is SettingKey {
  return key in settingRules;
}

function faultOf(key: SettingKey, problem = 'is no option'): TextFault {
  if (key !== 'signature') return { problem, rule: 'not_an_option' };
  return { problem: 'is too long', rule: 'too_long', limit: LIMITS.signatureLength };
}

function refusal(key: string, fault: TextFault): Failure {
  return new Failure('invalid_input', `The setting ${key} can't be saved: ${fault.problem}`, {
    details: { key, ...fault },
  });
}
