import { getCountries } from 'libphonenumber-js/max';
import type { HttpGatewayOptions } from '../platform/phone/http-gateway.ts';
import type { Env } from './env.ts';

export type PhoneConfig = {
  /** Null: codes go nowhere, or into the inbox of the demo. */
  gateway: HttpGatewayOptions | null;
  /** ISO 3166; the usual one first. */
  countries: Env['PHONE_COUNTRIES'];
  /** Of all accounts together. */
  sendsPerDay: number;
  /** In VND. */
  fee: number;
};

export type Country = ReturnType<typeof getCountries>[number];

export function readPhone(env: Env): PhoneConfig {
  return {
    gateway: readGateway(env),
    countries: env.PHONE_COUNTRIES,
    sendsPerDay: env.PHONE_CODES_PER_DAY,
    fee: env.PHONE_FEE,
  };
}

function readGateway(env: Env): HttpGatewayOptions | null {
  const { PHONE_SMS_URL: sms, PHONE_CALL_URL: call } = env;
  if (sms === undefined && call === undefined) return null;
  return {
    urls: { ...(sms === undefined ? {} : { sms }), ...(call === undefined ? {} : { call }) },
    verb: env.PHONE_GATEWAY_METHOD,
    template: env.PHONE_GATEWAY_BODY,
    contentType: env.PHONE_GATEWAY_TYPE,
    authorization: env.PHONE_GATEWAY_AUTHORIZATION ?? null,
  };
}

/** Null where one of them is no country. */
export function readCountries(list: string): [Country, ...Country[]] | null {
  const known = getCountries();
  const names = list.split(',').map((name) => known.find((each) => each === name.trim().toUpperCase()));
  const [first, ...others] = names.filter((name) => name !== undefined);
  return first === undefined || names.includes(undefined) ? null : [first, ...others];
}
