/** The address of a domain's console page; the name is encoded, since it may contain any characters. */
export function domainPage(name: string): string {
  return `/admin/domains/${encodeURIComponent(name)}`;
}

export function personPage(email: string): string {
  return `/admin/people/${encodeURIComponent(email)}`;
}
