import type { uploads as vi } from '../vi/uploads.ts';
import type { Words } from '../words.ts';

export const uploads: Words<typeof vi> = {
  title: 'Upload to the drive',
  running_one: 'Uploading {{count}} file',
  running_other: 'Uploading {{count}} files',
  asking: 'Waiting for your answer',
  doneAll: 'Uploaded',
  stopped: 'Uploading has stopped',
  signedOut: 'Stopped: {{email}} is no longer signed in here. Sign in again with this address, then resume.',
  percent: '{{percent}}%',
  collapse: 'Collapse',
  expand: 'Expand',
  clear: 'Clear finished files from the list',
  pause: 'Pause {{name}}',
  resume: 'Resume {{name}}',
  cancel: 'Cancel uploading {{name}}',
  remove: 'Remove {{name}} from the list',
  findFile: 'Choose the file again',
  otherFile: 'This is another file. Choose {{name}} as it was, unchanged.',
  states: {
    waiting: 'Waiting',
    sending: '{{sent}} of {{size}}',
    paused: 'Paused · {{sent}} of {{size}}',
    offline: 'No connection. It goes on by itself.',
    retrying: 'The server can’t take it now. It is tried again by itself.',
    done: 'Done · {{size}}',
    fileNeeded: 'The page was reloaded. Choose the file again to go on.',
  },
  unreadable_one:
    'We couldn’t read {{names}}, so it wasn’t uploaded. Check it on your device, then drop it again.',
  unreadable_other:
    'We couldn’t read {{count}} items, so they weren’t uploaded: {{names}}. Check them on your device, then drop them again.',
  emptyFolders: 'Empty folders were not uploaded: {{names}}.',
  folderTaken:
    'There is a file named “{{name}}”, so the folder couldn’t be created. Rename the file and try again.',
  conflict: 'The folder has a file of this name.',
  keepBoth: 'Keep both',
  replace: 'Replace',
  skip: 'Skip',
  forAll: 'Do this for all',
};
