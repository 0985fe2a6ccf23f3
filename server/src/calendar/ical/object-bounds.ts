import { LIMITS } from '@bocau/contract/limits.ts';

/**
 * What one object of a calendar holds at most, and with it a message of a meeting: what an organiser can have, the calendars
 * and the mail of guests read as well.
 */
export const OBJECT_BOUNDS = {
  bytes: LIMITS.eventBytes,
  /** Properties, without their folds. */
  lines: 8_000,
  /** With folds: a megabyte of base64, as the shortest lines that programs write have it. */
  breaks: 30_000,
  /** Parts within one another: an alarm in an event in a calendar is three. */
  depth: 6,
  /** Changed single ones of a series. */
  singles: 500,
} as const;
