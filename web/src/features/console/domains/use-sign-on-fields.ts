import type { DomainSignOn } from '@bocau/contract/admin-sign-on.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';

export type SignOnField = 'issuer' | 'client' | 'client_secret';
export const EMPTY: Record<SignOnField, string> = { issuer: '', client: '', client_secret: '' };

/** The typed values of a provider, and the refused field; a stored secret is never shown again. */
export function useSignOnFields(provider: DomainSignOn['provider']) {
  const { t } = useTranslation();
  const inputs = useRef<Partial<Record<SignOnField, HTMLInputElement | null>>>({});
  const [typed, setTyped] = useState({
    ...EMPTY,
    issuer: provider?.issuer ?? '',
    client: provider?.client ?? '',
  });
  const [fault, setFault] = useState<SignOnField | null>(null);

  function focus(field: SignOnField) {
    inputs.current[field]?.focus();
  }

  function refuse(field: SignOnField) {
    setFault(field);
    focus(field);
  }

  const fieldOf = (field: SignOnField, longest: number) => ({
    ref: (element: HTMLInputElement | null) => {
      inputs.current[field] = element;
    },
    label: t(`admin.signOn.${field}`),
    autoComplete: 'off',
    autoCapitalize: 'none',
    maxLength: longest,
    value: typed[field],
    error: fault === field && t(`admin.signOn.wrong.${field}`),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setTyped({ ...typed, [field]: currentTarget.value });
      setFault(null);
    },
  });

  return { typed, setTyped, refuse, focus, fieldOf };
}
