import type { avatar as vi } from '../vi/avatar.ts';
import type { Words } from '../words.ts';

export const avatar: Words<typeof vi> = {
  choose: 'Choose a picture',
  change: 'Change picture',
  remove: 'Remove picture',
  hint: 'PNG or JPG, at most 2 MB, at least 100 × 100 pixels. People in your domain see it.',
  saved: 'Picture changed',
  removed: 'Picture removed',
  failed: 'The picture wasn’t changed: {{reason}}',
  problems: {
    type: 'Only PNG and JPG pictures are accepted.',
    small: 'The picture needs at least 100 × 100 pixels.',
    large: 'The picture has too many pixels. Make it smaller and try again.',
    heavy: 'The picture is larger than 2 MB. Choose a smaller one.',
    unreadable: 'We can’t read this picture. Choose another one.',
  },
};
