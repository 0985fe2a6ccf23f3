import type { dates as vi } from '../vi/dates.ts';
import type { Words } from '../words.ts';

export const dates: Words<typeof vi> = {
  day: 'dd/mm/yyyy',
  time: 'hh:mm',
  pick: 'Choose a date',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
};
