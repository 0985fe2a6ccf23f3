/** What is wrong with a text that was put, by the precondition of RFC 4791 that it breaks. */
export type ObjectProblem =
  | 'valid-calendar-data'
  | 'valid-calendar-object-resource'
  | 'supported-calendar-component'
  | 'max-resource-size'
  | 'max-instances';

export class ObjectFault extends Error {
  readonly problem: ObjectProblem;

  constructor(problem: ObjectProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
