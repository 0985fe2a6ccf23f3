import { DEFAULT_SETTINGS, type Setting, type Settings } from '@bocau/contract/settings.ts';
import type { ReadDb } from '../../tables.ts';
import { readStoredSettings } from './settings.store.ts';

const MAX_BODY_SIZE = 1_000_000;

export async function readSettings(db: ReadDb, mailboxId: number): Promise<Settings> {
  const { chosen, domain, enable_drive, auto_reply } = await readStoredSettings(db, mailboxId);
  return {
    ...DEFAULT_SETTINGS,
    ...chosen,
    max_body_size: MAX_BODY_SIZE,
    domain,
    enable_drive,
    move_folder_api: true,
    auto_reply,
  };
}

export function settingsView(settings: Settings): Setting[] {
  return Object.entries(settings).map(([key, value]) => ({ key: key as keyof Settings, value }));
}
