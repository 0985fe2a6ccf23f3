import type { attachments as vi } from '../vi/attachments.ts';
import type { Words } from '../words.ts';

export const attachments: Words<typeof vi> = {
  title_one: '{{count}} attachment',
  title_other: '{{count}} attachments',
  downloadAll: 'Download all (.zip)',
  downloadEach: 'Download separately',
  download: 'Download {{name}}',
  open: 'Open {{name}}',
  zipWarning: 'Compressed files can contain malware. Only open them if you trust the sender.',
  infected: 'Infected. Don’t open this file.',
  unscannable: 'Couldn’t be scanned for malware',
  kinds: {
    image: 'Image',
    video: 'Video',
    audio: 'Audio',
    archive: 'Compressed file',
    word: 'Word',
    excel: 'Excel',
    powerpoint: 'PowerPoint',
    pdf: 'PDF',
    other: 'File',
  },
};
