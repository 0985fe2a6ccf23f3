import {
  type ChosenSettings,
  type Setting,
  type SettingKey,
  type Settings,
  settingRules,
} from '@bocau/contract/settings.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { recordSecurityChange } from '../../mail/security/record-event.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { writeSettings } from '../../mail/settings/settings.store.ts';
import { isSignatureChoice } from '../../mail/settings/signatures.store.ts';
import { Failure } from '../../platform/failure.ts';
import { cleanSignature } from '../../platform/mime/clean-mail-html.ts';

/** Saves all of the list or, when one value is no option, nothing of it. */
export async function saveSettings(deps: ChangeDeps, mailboxId: number, list: Setting[]): Promise<Settings> {
  return changeMailbox(deps, mailboxId, async ({ tx, journal, folders, now }) => {
    const present = await readSettings(tx, mailboxId);
    const chosen = Object.fromEntries(
      list.filter((setting) => !isUnchangedFixed(setting, present)).map(checkSetting),
    ) as Partial<ChosenSettings>;
    for (const key of ['signature_for_new', 'signature_for_answers'] as const) {
      const choice = chosen[key] ?? 'main';
      if (!(await isSignatureChoice(tx, mailboxId, choice))) throw refusal(key, 'is no signature');
    }
    await writeSettings(tx, mailboxId, chosen);
    if (present.sign_in_alerts && chosen.sign_in_alerts === false) {
      await recordSecurityChange(tx, { mailboxId, change: 'alerts_off', at: now });
    }
    journal('settings', folders.INBOX);
    return { ...present, ...chosen };
  });
}

/** A client that sends back the whole list sends what is not for the user to choose as well. */
function isUnchangedFixed({ key, value }: Setting, present: Settings): boolean {
  return !isChosen(key) && present[key] === value;
}

function checkSetting({ key, value }: Setting): [SettingKey, unknown] {
  if (!isChosen(key)) throw refusal(key, 'can not be chosen');
  const parsed = settingRules[key].safeParse(value);
  if (!parsed.success) throw refusal(key, parsed.error.issues[0]?.message ?? 'is no option');
  if (key !== 'signature') return [key, parsed.data];
  const signature = settingRules.signature.safeParse(cleanSignature(parsed.data as string));
  if (!signature.success) throw refusal(key, 'is too long');
  return [key, signature.data];
}

function isChosen(key: keyof Settings): key is SettingKey {
  return key in settingRules;
}

function refusal(key: string, problem: string): Failure {
  return new Failure('invalid_input', `The setting ${key} can't be saved: ${problem}`, {
    details: { key, problem },
  });
}
