import type { HttpGatewayOptions } from '../platform/phone/http-gateway.ts';
import type { Env } from './env.ts';
import { INBOX } from './phone-values.ts';

export type PhoneConfig = {
  /** `inbox`: codes go to the inbox of the requesting user, as in the demo. Null: none are sent. */
  gateway: HttpGatewayOptions | 'inbox' | null;
  /** ISO 3166; the default one first. */
  countries: Env['PHONE_COUNTRIES'];
  /** Across all accounts. */
  sendsPerDay: number;
  /** In VND. */
  fee: number;
};

export function readPhone(env: Env, seed: 'demo' | 'none'): PhoneConfig {
  return {
    gateway: readGateway(env) ?? (seed === 'demo' ? 'inbox' : null),
    countries: env.PHONE_COUNTRIES,
    sendsPerDay: env.PHONE_CODES_PER_DAY,
    fee: env.PHONE_FEE,
  };
}

function readGateway(env: Env): PhoneConfig['gateway'] {
  const { PHONE_SMS_URL: sms, PHONE_CALL_URL: call } = env;
  if (sms === INBOX) return INBOX;
  if (sms === undefined && call === undefined) return null;
  return {
    urls: { ...(sms === undefined ? {} : { sms }), ...(call === undefined ? {} : { call }) },
    verb: env.PHONE_GATEWAY_METHOD,
    template: env.PHONE_GATEWAY_BODY,
    contentType: env.PHONE_GATEWAY_TYPE,
    authorization: env.PHONE_GATEWAY_AUTHORIZATION ?? null,
  };
}
