import { outgoing } from './en/outgoing.ts';
import { sending } from './en/sending.ts';
import type { viLater } from './vi-later.ts';
import type { Words } from './words.ts';

export const enLater: Words<typeof viLater> = { outgoing, sending };
