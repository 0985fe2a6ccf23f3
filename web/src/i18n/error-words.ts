import type { ApiError } from '@bocau/contract/client.ts';

/** The words for a code of the contract; the language files have one for each, or they do not compile. */
export function errorKey(error: ApiError): `errors.${ApiError['code']}` {
  return `errors.${error.code}`;
}
