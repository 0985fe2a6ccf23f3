import { type ChosenSettings, PREVIEW_SIZE, SETTING_OPTIONS } from '@bocau/contract/settings.ts';

/** What the first screen needs before the server answers. Language and appearance are kept by those who show them. */
type KeptKey = 'item_per_page' | 'inline_read' | 'inline_read_position' | 'preview_size';

const isOption: { [Key in KeptKey]: (value: unknown) => boolean } = {
  item_per_page: (value) => SETTING_OPTIONS.item_per_page.some((option) => option === value),
  inline_read: (value) => typeof value === 'boolean',
  inline_read_position: (value) => SETTING_OPTIONS.inline_read_position.some((option) => option === value),
  preview_size: (value) =>
    Number.isInteger(value) && Number(value) >= PREVIEW_SIZE.min && Number(value) <= PREVIEW_SIZE.max,
};

const KEYS = Object.keys(isOption) as KeptKey[];

export function writeKept(settings: ChosenSettings): string {
  return JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, settings[key]])));
}

/** What another version of the client kept may be no option any more. */
export function readKept(text: string | null): Partial<ChosenSettings> {
  const kept: Record<string, unknown> = text === null ? {} : JSON.parse(text);
  return Object.fromEntries(KEYS.filter((key) => isOption[key](kept[key])).map((key) => [key, kept[key]]));
}
