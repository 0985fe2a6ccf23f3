import { PREVIEW_SIZE, SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { isReplyPeriod } from './reply-period.ts';
import type { ShownSettings } from './settings-model.ts';

/**
 * Settings that the first screen needs before the server answers. Language and appearance are cached by the
 * parts that apply them.
 */
type CachedKey =
  | 'item_per_page'
  | 'inline_read'
  | 'inline_read_position'
  | 'preview_size'
  | 'density'
  | 'conversation_view'
  | 'swipe_left'
  | 'swipe_right'
  | 'auto_reply';

const isOption: { [Key in CachedKey]: (value: unknown) => boolean } = {
  item_per_page: isOneOf('item_per_page'),
  inline_read: (value) => typeof value === 'boolean',
  inline_read_position: isOneOf('inline_read_position'),
  preview_size: (value) =>
    Number.isInteger(value) && Number(value) >= PREVIEW_SIZE.min && Number(value) <= PREVIEW_SIZE.max,
  density: isOneOf('density'),
  conversation_view: (value) => typeof value === 'boolean',
  swipe_left: isOneOf('swipe'),
  swipe_right: isOneOf('swipe'),
  auto_reply: isReplyPeriod,
};

function isOneOf(options: keyof typeof SETTING_OPTIONS): (value: unknown) => boolean {
  return (value) => SETTING_OPTIONS[options].some((option) => option === value);
}

const KEYS = Object.keys(isOption) as CachedKey[];

export function serializeCached(settings: ShownSettings): string {
  return JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, settings[key]])));
}

/** A value that another version of the client cached may no longer be an option. */
export function parseCached(text: string | null): Partial<ShownSettings> {
  const cached: Record<string, unknown> = text === null ? {} : JSON.parse(text);
  return Object.fromEntries(
    KEYS.filter((key) => isOption[key](cached[key])).map((key) => [key, cached[key]]),
  );
}
