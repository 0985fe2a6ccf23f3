import { COMPOSE_PICTURES } from './help-compose-pictures.ts';
import { MAIL_PICTURES } from './help-mail-pictures.ts';
import type { HelpPicture } from './help-picture.ts';
import { PLACE_PICTURES } from './help-place-pictures.ts';

/** In drawing order: those that change the mailbox come last. */
export const HELP_PICTURES: readonly HelpPicture[] = [
  ...MAIL_PICTURES,
  ...PLACE_PICTURES,
  ...COMPOSE_PICTURES,
];
