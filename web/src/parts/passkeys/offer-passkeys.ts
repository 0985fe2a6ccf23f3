import type { ApiClient } from '@bocau/contract/client.ts';
import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import { after } from '../../lib/timers.ts';
import { answerByPasskey, stopAsking } from './authenticator.ts';

const RENEW_BEFORE_SECONDS = 60;
/** Passkeys need a domain name: they do not work on an IP address. */
const IP_ADDRESS = /^[\d.]+$|:/;

/**
 * Lists passkeys in the browser's autofill. As the user has not asked for it, errors are ignored. Returns a
 * function that ends the offer.
 */
export function offerPasskeys(
  api: Pick<ApiClient, 'askPasskey'>,
  onAnswer: (answer: PasskeyAnswer) => void,
): () => void {
  let isOver = false;
  let stopWaiting = () => {};

  async function offer(): Promise<void> {
    const { hostname } = window.location;
    if (IP_ADDRESS.test(hostname)) return;
    if (!(await window.PublicKeyCredential.isConditionalMediationAvailable())) return;
    const { data } = await api.askPasskey({ body: {} });
    if (isOver || (hostname !== data.rp && !hostname.endsWith(`.${data.rp}`))) return;
    // Renewed before the challenge expires, however long the page is open.
    stopWaiting = after((data.expires_in - RENEW_BEFORE_SECONDS) * 1000, begin);
    onAnswer(await answerByPasskey(data, true));
  }
  const begin = () => void offer().catch(() => undefined);
  begin();
  return () => {
    isOver = true;
    stopWaiting();
    void stopAsking().catch(() => undefined);
  };
}
