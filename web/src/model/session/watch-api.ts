import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { catchErrors } from './catch-errors.ts';

type Watcher = { sessionEnded(): void; forbidden(error: ApiError): void };

/** Refusals that are not about the signed-in user. */
const STAYS: readonly string[] = ['domain_unverified', 'proof_required'];

/** Wraps the client: reports an ended session or a forbidden call, whichever call found it. */
export function watchApi(api: ApiClient, watcher: Watcher): ApiClient {
  return catchErrors(api, (error) => {
    if (error instanceof ApiError) {
      if (error.status === 401) watcher.sessionEnded();
      if (error.status === 403 && !STAYS.includes(error.code)) watcher.forbidden(error);
    }
    throw error;
  });
}
