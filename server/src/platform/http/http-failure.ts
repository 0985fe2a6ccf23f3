import type { ErrorCode } from '@bocau/contract/errors.ts';
import { Failure } from '../failure.ts';

/** A refusal of a request as such, whose answer needs headers that only HTTP has. */
export class HttpFailure extends Failure {
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    { headers, ...more }: { headers: Record<string, string>; details?: Record<string, unknown> },
  ) {
    super(code, message, more);
    this.headers = headers;
  }
}
