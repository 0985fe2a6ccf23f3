import type { calendarImport as vietnamese } from '../vi/calendar-import.ts';
import type { Words } from '../words.ts';

export const calendarImport: Words<typeof vietnamese> &
  Record<
    | 'found_one'
    | 'created_one'
    | 'replaced_one'
    | 'equal_one'
    | 'kept_one'
    | 'tasks_one'
    | 'others_one'
    | 'submit_one'
    | 'done_one'
    | 'doneReplaced_one'
    | 'doneSkipped_one'
    | 'undoneBut_one'
    | 'faults_one'
    | 'moreFaults_one',
    string
  > = {
  title: 'Import events',
  about: 'Choose an .ics file that Google, Outlook or another calendar has exported, or the .zip of Google.',
  choose: 'Choose a file',
  other: 'Choose another file',
  reading: 'Reading the file…',
  tooLarge:
    'The file is larger than {{limit, number}} MB, or unpacks to more. Export shorter periods and import each file.',
  archive: 'This archive can not be opened. Unpack it and choose the .ics file inside.',
  notRead: 'The file could not be read. {{reason}}',
  nothing: 'There are no events in this file.',
  found_one: 'The file has {{count, number}} event.',
  found: 'The file has {{count, number}} events.',
  titles: 'For example: {{titles}}',
  calendar: 'Import into',
  newCalendar: 'New calendar…',
  ofOwner: '{{name}} ({{owner}})',
  name: 'Name of the new calendar',
  nameMissing: 'Give the new calendar a name.',
  nameTaken: 'There is a calendar of this name. Choose another name.',
  calendarGone: 'You can no longer change this calendar. Choose another one.',
  created_one: '{{count, number}} new event',
  created: '{{count, number}} new events',
  replaced_one: '{{count, number}} event newer than the one in the calendar, which it replaces',
  replaced: '{{count, number}} events newer than those in the calendar, which they replace',
  equal_one: '{{count, number}} event already in the calendar, skipped',
  equal: '{{count, number}} events already in the calendar, skipped',
  kept_one: '{{count, number}} event older than the one in the calendar, which stays',
  kept: '{{count, number}} events older than those in the calendar, which stay',
  tasks_one: '{{count, number}} task is not imported',
  tasks: '{{count, number}} tasks are not imported',
  others_one: '{{count, number}} entry that is no event is not imported',
  others: '{{count, number}} entries that are no events are not imported',
  nobody: 'The import sends no invitations and tells nobody.',
  noneLeft: 'All events of the file are in the calendar already.',
  submit_one: 'Import {{count, number}} event',
  submit: 'Import {{count, number}} events',
  progress: '{{done, number}} of {{total, number}} events looked at',
  waiting: 'Importing…',
  refused: 'The import is not complete. {{reason}} Import again to go on: no event is added twice.',
  undoPart: 'Undo what was imported',
  done_one: '{{count, number}} event imported',
  done: '{{count, number}} events imported',
  doneReplaced_one: '{{count, number}} older event replaced.',
  doneReplaced: '{{count, number}} older events replaced.',
  doneSkipped_one: '{{count, number}} event that was there already was skipped.',
  doneSkipped: '{{count, number}} events that were there already were skipped.',
  finished: 'Import complete',
  undone: 'Import undone',
  undoneBut_one: 'Import undone, but for {{count, number}} event that was changed since.',
  undoneBut: 'Import undone, but for {{count, number}} events that were changed since.',
  undoRefused: 'The import could not be undone.',
  faults_one: '{{count, number}} event can not be imported',
  faults: '{{count, number}} events can not be imported',
  fault: 'Line {{line, number}}: {{problem}}',
  faultNamed: 'Line {{line, number}}, “{{title}}”: {{problem}}',
  inFile: '{{file}}, {{fault}}',
  moreFaults_one: 'and {{count, number}} other event.',
  moreFaults: 'and {{count, number}} other events.',
  problems: {
    broken: 'is broken',
    too_large: 'is larger than 1 MB',
    too_many_guests: 'has more than 500 guests',
    too_often: 'repeats too often',
    twice: 'is in the file twice; only the newer one is imported',
    private: 'is private; only the owner of the calendar can add it',
    not_here: 'can not be added to this calendar',
  },
};
