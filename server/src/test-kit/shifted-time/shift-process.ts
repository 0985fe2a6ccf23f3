import { shiftDate } from './shift-date.ts';
import { timeShift } from './time-shift.ts';

shiftDate(timeShift());
