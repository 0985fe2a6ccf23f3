import { say } from '../../i18n/i18n.ts';
import { announceDone } from '../../parts/acts/announce-done.ts';
import { announceContactFailure } from './begin-contact-act.ts';

/** Announces what the server has done to contacts and can undo. */
export function announceUndoable(words: string, undo: () => Promise<void>): void {
  announceDone(words, {
    run: undo,
    refused: (error) => announceContactFailure(say('contacts.refused.undo'), error),
  });
}
