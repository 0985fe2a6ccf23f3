import type { Attendee } from '@bocau/contract/calendar.ts';
import type { Say } from '../../i18n/say.ts';

/** CL-198: what somebody has answered, and what they are to the meeting where that is not just a guest. */
export function attendeeWords(
  t: Say,
  { answer, role, is_undelivered }: Pick<Attendee, 'answer' | 'role' | 'is_undelivered'>,
): string {
  const said = t(is_undelivered ? 'invitation.undelivered' : `invitation.answers.${answer}`);
  return role ? `${said}, ${t(`invitation.roles.${role}`)}` : said;
}
