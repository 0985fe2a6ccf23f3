import type { office as vi } from '../vi/office.ts';
import type { Words } from '../words.ts';

export const office: Words<typeof vi> = {
  title: 'Editor',
  back: 'Back to the drive',
  opening: 'Opening the editor…',
  frame: 'Editor: {{name}}',
  viewOnly: 'View only',
  editedBy: '{{person}} has this file open for editing, too.',
  offline: 'You are offline. Keep this page open: your changes are saved when the network is back.',
  ended: 'The editing session has ended. Open the file again to go on.',
  reopen: 'Open again',
  download: 'Download',
  off: 'There is no editor on this server. Download the file to edit it.',
  silent: 'The editor does not answer. Try again in a few minutes.',
  unsupported: 'The editor does not open files of this type.',
  missing: 'This file was not found, or is no longer shared with you.',
  infected: 'This file contains malware and can’t be opened.',
  failed: 'The file could not be opened.',
};
