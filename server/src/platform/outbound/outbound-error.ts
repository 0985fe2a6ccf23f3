/** Why a fetch of an untrusted address returned nothing. */
export type OutboundReason = 'refused' | 'unreachable' | 'too_large' | 'too_slow' | 'too_many_redirects';

export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
