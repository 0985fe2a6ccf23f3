import type { SocketFrame } from '@bocau/contract/socket.ts';
import { loadLaterWords, say } from '../../i18n/i18n.ts';
import { deviceWords } from '../../parts/account/device-words.ts';
import { notify } from '../../parts/notices/notify.ts';

type NewSignIn = Extract<SocketFrame, { event: 'new_sign_in' }>['data'];

/**
 * LH-2: stays until dismissed; a user who did not sign in is led to the page that ends all other sessions.
 */
export async function announceSignIn(
  { device, protocol, address }: NewSignIn,
  notMe: () => void,
): Promise<void> {
  await loadLaterWords();
  notify({
    text: say('security.notMe.notice', { device: deviceWords(say, device, protocol), address }),
    tone: 'danger',
    seconds: null,
    action: { label: say('security.notMe.action'), run: notMe },
  });
}
