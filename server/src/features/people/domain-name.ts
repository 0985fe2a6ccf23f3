const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** In lower case; an internationalized one in its DNS form (Punycode). */
export function isDomainName(name: string): boolean {
  return DOMAIN.test(name);
}
