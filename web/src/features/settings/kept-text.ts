import { type ChosenSettings, settingRules } from '@bocau/contract/settings.ts';

/** What the first screen needs before the server answers. Language and appearance are kept by those who show them. */
const KEYS = ['item_per_page', 'inline_read', 'inline_read_position', 'preview_size'] as const;

export function writeKept(settings: ChosenSettings): string {
  return JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, settings[key]])));
}

/** What another version of the client kept may be no option any more. */
export function readKept(text: string | null): Partial<ChosenSettings> {
  const kept: Record<string, unknown> = text === null ? {} : JSON.parse(text);
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const { success, data } = settingRules[key].safeParse(kept[key]);
      return success ? [[key, data]] : [];
    }),
  );
}
