import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@bocau/contract/passkeys.ts';

/** Why an authenticator gave no answer; the user may simply have cancelled. */
export type PasskeyFault = 'cancelled' | 'unsupported' | 'insecure' | 'elsewhere' | 'known' | 'failed';

export class PasskeyError extends Error {
  readonly fault: PasskeyFault;

  constructor(fault: PasskeyFault) {
    super(`no passkey: ${fault}`);
    this.fault = fault;
  }
}

const load = () => import('@simplewebauthn/browser');
/** COSE algorithms (RFC 9053): EdDSA, ES256 and RS256; every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257] as const;

/** Why the browser cannot ask for a passkey; null if it can. */
export function passkeyObstacle(): PasskeyFault | null {
  if (!window.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in window ? null : 'unsupported';
}

/** Creates a passkey; throws a `PasskeyError`. */
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

/**
 * Asks for a passkey; throws a `PasskeyError`. `autofill`: the browser lists passkeys among the suggestions
 * for the address.
 */
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

/** Aborts a pending request. */
export async function stopAsking(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

function descriptorOf({ credential, transports }: PasskeyRequest['credentials'][number]) {
  // Browsers ignore unknown transports.
  return { id: credential, type: 'public-key' as const, transports: transports as never };
}

function refuseWhereImpossible(): void {
  const obstacle = passkeyObstacle();
  if (obstacle) throw new PasskeyError(obstacle);
}

const FAULTS: Record<string, PasskeyFault> = {
  AbortError: 'cancelled',
  // Cancelled, or timed out: browsers do not say more, so that no page learns who has a key.
  NotAllowedError: 'cancelled',
  SecurityError: 'elsewhere',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
};

function explain(error: unknown): never {
  throw new PasskeyError(FAULTS[error instanceof Error ? error.name : ''] ?? 'failed');
}
