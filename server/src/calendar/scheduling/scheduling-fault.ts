/** What a program may not change of a meeting, by the precondition of RFC 6638 (3.2.4) that it breaks. */
export type SchedulingProblem =
  | 'same-organizer-in-all-components'
  | 'allowed-organizer-scheduling-object-change'
  | 'allowed-attendee-scheduling-object-change';

export class SchedulingFault extends Error {
  readonly problem: SchedulingProblem;

  constructor(problem: SchedulingProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Each of so many parts means reading the text again: so many bytes are read at most for one request. */
const MOST_READ = 2 * 1024 * 1024;

export function isTooMuch(parts: number, text: Buffer): boolean {
  return parts * text.length > MOST_READ;
}

/** More answers came since than are merged: the program has to read the meeting first. */
export class TooManyAnswers extends Error {}
