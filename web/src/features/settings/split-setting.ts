import type { ChosenSettings } from '@bocau/contract/settings.ts';

type SplitSettings = Pick<ChosenSettings, 'inline_read' | 'inline_read_position'>;

/** Two settings that are one choice on the screen: without reading beside the list there is no place for it. */
export function splitOf(settings: SplitSettings): ChosenSettings['inline_read_position'] {
  return settings.inline_read ? settings.inline_read_position : 'default';
}

export function settingsOfSplit(split: ChosenSettings['inline_read_position']): SplitSettings {
  return { inline_read: true, inline_read_position: split };
}
