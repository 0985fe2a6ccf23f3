/** Where a thread is read beside its list; `default` is in place of it. */
export const SPLITS = ['default', 'right', 'bottom'] as const;
export type Split = (typeof SPLITS)[number];

/** Percent of the split area that the preview takes. */
export const PREVIEW_MIN = 25;
export const PREVIEW_MAX = 75;

export function previewSize(percent: number): number {
  return Math.round(Math.min(PREVIEW_MAX, Math.max(PREVIEW_MIN, percent)));
}
