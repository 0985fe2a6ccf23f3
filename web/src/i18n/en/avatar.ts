import type { avatar as vi } from '../vi/avatar.ts';
import type { Words } from '../words.ts';

export const avatar: Words<typeof vi> = {
  choose: 'Choose a picture',
  change: 'Change picture',
  remove: 'Remove picture',
  hint: 'PNG or JPG, at most 2 MB, at least 100 × 100 pixels. Everyone in your domain can see it.',
  saved: 'Picture changed',
  removed: 'Picture removed',
  failed: 'We couldn’t change your picture: {{reason}}',
  problems: {
    type: 'Only PNG and JPG pictures are accepted.',
    small: 'The picture must be at least 100 × 100 pixels.',
    large: 'The picture has too many pixels. Make it smaller and try again.',
    heavy: 'The picture is larger than 2 MB. Choose a smaller one.',
    unreadable: 'We can’t read this picture. Choose another one.',
  },
};
