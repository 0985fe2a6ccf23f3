import type { Settings } from '@bocau/contract/settings.ts';

/** The notice that offers an undo is shown as long. */
const SHORTEST = 5;

/** How long at least a change of a meeting, or an answer, can be taken back before anybody is told. */
export function undoSeconds(settings: Pick<Settings, 'enable_delay_send' | 'time_delay_send'>): number {
  return settings.enable_delay_send ? settings.time_delay_send : SHORTEST;
}
