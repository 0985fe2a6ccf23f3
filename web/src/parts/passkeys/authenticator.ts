import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@bocau/contract/passkeys.ts';

/** Why there is no answer of an authenticator; the person may simply not have wanted. */
export type PasskeyFault = 'cancelled' | 'unsupported' | 'insecure' | 'elsewhere' | 'known' | 'failed';

export class PasskeyError extends Error {
  readonly fault: PasskeyFault;

  constructor(fault: PasskeyFault) {
    super(`no passkey: ${fault}`);
    this.fault = fault;
  }
}

const load = () => import('@simplewebauthn/browser');
/** COSE algorithms (RFC 9053): Ed25519, P-256 and RSA, by which every authenticator has one. */
const ALGORITHMS = [-8, -7, -257] as const;

/** Null where the browser can ask for a passkey at all. */
export function passkeyObstacle(): PasskeyFault | null {
  if (!window.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in window ? null : 'unsupported';
}

/** Has the browser make a passkey; throws a `PasskeyError`. */
export async function makePasskey({
  challenge,
  rp,
  user,
  credentials,
  expires_in,
}: PasskeyCreation): Promise<NewPasskey> {
  refuseWhereImpossible();
  const { startRegistration } = await load();
  const made = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rp, name: 'Bồ Câu' },
      user: { id: user.handle, name: user.email, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: credentials.map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      timeout: expires_in * 1000,
    },
  }).catch(explain);
  return {
    credential: made.id,
    client_data: made.response.clientDataJSON,
    attestation: made.response.attestationObject,
    transports: made.response.transports ?? [],
  };
}

/** Has a passkey answer; throws a `PasskeyError`. `autofill`: the browser lists them where it fills in the address. */
export async function answerByPasskey(
  { challenge, rp, credentials, verified, expires_in }: PasskeyRequest,
  autofill = false,
): Promise<PasskeyAnswer> {
  refuseWhereImpossible();
  const { startAuthentication } = await load();
  const { id, response } = await startAuthentication({
    useBrowserAutofill: autofill,
    optionsJSON: {
      challenge,
      rpId: rp,
      allowCredentials: credentials.map(descriptorOf),
      userVerification: verified ? 'required' : 'preferred',
      timeout: expires_in * 1000,
    },
  }).catch(explain);
  return {
    credential: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle || null,
  };
}

/** What still waits for an answer is waited for no more. */
export async function stopAsking(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

function descriptorOf({ credential, transports }: PasskeyRequest['credentials'][number]) {
  // Browsers pass over transports that they do not know.
  return { id: credential, type: 'public-key' as const, transports: transports as never };
}

function refuseWhereImpossible(): void {
  const obstacle = passkeyObstacle();
  if (obstacle) throw new PasskeyError(obstacle);
}

const FAULTS: Record<string, PasskeyFault> = {
  AbortError: 'cancelled',
  // Cancelled, or nothing was chosen in time: browsers say no more, so that no page learns who has a key.
  NotAllowedError: 'cancelled',
  SecurityError: 'elsewhere',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
};

function explain(error: unknown): never {
  throw new PasskeyError(FAULTS[error instanceof Error ? error.name : ''] ?? 'failed');
}
