import type { ComposeModel, RecipientField } from '../../../model/compose/compose-model.ts';

const FIELDS: readonly RecipientField[] = ['to', 'cc', 'bcc'];

/** RT-6: a window as large as it gets, with what a link asked for; addresses that are none are left out. */
export function openMailto(compose: ComposeModel, search: string): void {
  const id = compose.openMailto(mailtoOf(search));
  if (id === null) return;
  for (const field of FIELDS) {
    const recipients = compose.window(id)?.[field] ?? [];
    for (let index = recipients.length - 1; index >= 0; index--) {
      if (!recipients[index]?.valid) compose.removeRecipient(id, field, index);
    }
  }
  compose.setState(id, 'full');
}

/** The address as a browser hands it over, or one made of the parameters. */
export function mailtoOf(search: string): string {
  const query = new URLSearchParams(search);
  const whole = query.get('url') ?? query.get('mailto');
  if (whole !== null) return whole;
  const parts = ['cc', 'bcc', 'subject', 'body'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  const to = (query.get('to') ?? '').split(',').map((address) => encodeURIComponent(address.trim()));
  return `mailto:${to.join(',')}?${parts.join('&')}`;
}
