import type { uploads as vi } from '../vi/uploads.ts';
import type { Words } from '../words.ts';

export const uploads: Words<typeof vi> = {
  title: 'Upload to the drive',
  running_one: 'Uploading {{count}} file',
  running_other: 'Uploading {{count}} files',
  asking: 'Waiting for your answer',
  doneAll: 'Uploaded',
  stopped: 'Upload stopped',
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
  otherFile: 'That’s a different file. Choose the original {{name}}.',
  states: {
    waiting: 'Waiting',
    sending: '{{sent}} of {{size}}',
    paused: 'Paused · {{sent}} of {{size}}',
    offline: 'Offline. Will resume automatically.',
    retrying: 'The server is busy. Retrying automatically.',
    done: 'Done · {{size}}',
    fileNeeded: 'The page was reloaded. Choose the file again to continue.',
  },
  unreadable_one:
    'We couldn’t read {{names}}, so it wasn’t uploaded. Check it on your device, then drop it again.',
  unreadable_other:
    'We couldn’t read {{count}} items, so they weren’t uploaded: {{names}}. Check them on your device, then drop them again.',
  emptyFolders: 'Empty folders weren’t uploaded: {{names}}.',
  folderTaken:
    'There is a file named “{{name}}”, so the folder couldn’t be created. Rename the file and try again.',
  conflict: 'This folder already has a file with that name.',
  keepBoth: 'Keep both',
  replace: 'Replace',
  skip: 'Skip',
  forAll: 'Apply to all',
};
