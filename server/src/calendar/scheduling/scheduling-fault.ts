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
