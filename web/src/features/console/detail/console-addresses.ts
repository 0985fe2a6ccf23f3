/** Of a page of the console: what it is named by may have whatever an address may have. */
export function domainPage(name: string): string {
  return `/admin/domains/${encodeURIComponent(name)}`;
}

export function personPage(email: string): string {
  return `/admin/people/${encodeURIComponent(email)}`;
}
