import type { ChosenSettings } from '@bocau/contract/settings.ts';

/** Where a thread is read beside its list; `default`: in place of the list. */
export const SPLITS = ['default', 'right', 'bottom'] as const;
export type Split = (typeof SPLITS)[number];

/** Percent of the split area that the preview takes. */
export const PREVIEW_MIN = 25;
export const PREVIEW_MAX = 75;

export function previewSize(percent: number): number {
  return Math.round(Math.min(PREVIEW_MAX, Math.max(PREVIEW_MIN, percent)));
}

type SplitSettings = Pick<ChosenSettings, 'inline_read' | 'inline_read_position'>;

/**
 * Two settings form one choice on the screen: the position only matters while reading beside the list is on.
 */
export function splitOf(settings: SplitSettings): Split {
  return settings.inline_read ? settings.inline_read_position : 'default';
}

export function settingsOfSplit(split: Split): SplitSettings {
  return { inline_read: true, inline_read_position: split };
}
