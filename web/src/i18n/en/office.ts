import type { office as vi } from '../vi/office.ts';
import type { Words } from '../words.ts';

export const office: Words<typeof vi> = {
  title: 'Editor',
  back: 'Back to the drive',
  opening: 'Opening the editor…',
  frame: 'Editor: {{name}}',
  viewOnly: 'View only',
  editedBy: '{{person}} has this file open for editing, too.',
  offline: 'You’re offline. Keep this page open: your changes will be saved when you’re back online.',
  ended: 'The editing session has ended. Open the file again to continue.',
  reopen: 'Open again',
  download: 'Download',
  off: 'This server has no editor. Download the file to edit it.',
  silent: 'The editor isn’t responding. Try again in a few minutes.',
  unsupported: 'The editor can’t open this type of file.',
  missing: 'This file wasn’t found, or is no longer shared with you.',
  infected: 'This file contains malware and can’t be opened.',
  failed: 'The file couldn’t be opened.',
};
