import type { SettingKey, Settings } from '@bocau/contract/settings.ts';
import type { Caller } from '../../platform/caller.ts';
import type { ReadDb } from '../../tables.ts';
import { readSettings } from './read-settings.ts';

type Whose = Pick<Caller, 'person' | 'mailbox'>;

/** What somebody sees wherever they look; all other settings are of the mailbox that they look into. */
const OF_PERSON: ReadonlySet<keyof Settings> = new Set<SettingKey | 'enable_drive'>([
  'language',
  'appearance',
  'density',
  'item_per_page',
  'inline_read',
  'inline_read_position',
  'preview_size',
  'sign_in_alerts',
  'directory_on_devices',
  'enable_drive',
]);

/** The settings of the mailbox, with those of the person where these are another's. */
export async function readSettingsOf(db: ReadDb, { person, mailbox }: Whose): Promise<Settings> {
  const ofMailbox = await readSettings(db, mailbox);
  if (person === mailbox) return ofMailbox;
  const ofPerson = Object.entries(await readSettings(db, person)).filter(([key]) =>
    OF_PERSON.has(key as keyof Settings),
  );
  return { ...ofMailbox, ...Object.fromEntries(ofPerson) };
}

/** Whether a member of the mailbox has no say in it: it is of whoever's mailbox this is, and everybody has their own. */
export function isOfAnother({ person, mailbox }: Whose, key: keyof Settings): boolean {
  return person !== mailbox && OF_PERSON.has(key);
}
