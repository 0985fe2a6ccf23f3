import { findPython, type PythonProgram } from './contact-programs.ts';

/** Reads and writes folders of iCalendar files, as vdirsyncer leaves them. */
export function findKhal(): PythonProgram | null {
  return findPython('calendars', () => ['-m', 'khal']);
}

/** Python with `caldav`, the library with which most scripts read calendars. */
export function findPythonCalDav(): PythonProgram | null {
  return findPython('calendars', () => []);
}
