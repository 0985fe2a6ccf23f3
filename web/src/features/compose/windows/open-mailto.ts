import type { ComposeModel, RecipientField } from '../../../model/compose/compose-model.ts';

const FIELDS: readonly RecipientField[] = ['to', 'cc', 'bcc'];

/** RT-6: opens a maximised window filled in from a mailto link; invalid addresses are dropped. */
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

/** The address as the browser passes it on, or one built from the parameters. */
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
