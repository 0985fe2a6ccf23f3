import { ApiError } from '@bocau/contract/client.ts';
import type { FieldRule, InvalidField } from '@bocau/contract/errors.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import { useState } from 'react';
import { MAIN } from './signature-edits.ts';

/** The limit that a text exceeds. */
export type SignatureFault = 'long' | 'manyImages' | 'largeImages' | 'noImage' | 'lostImage';

/** A refused text, which the editor no longer shows, and the reason. */
export type RefusedText = { id: string; html: string; fault: SignatureFault } | null;

/** ST-11: removes the refused text of a signature from the editor, by `show`, and can put it back. */
export function useRefusedText(show: (id: string, html: string) => void) {
  const [refused, setRefused] = useState<RefusedText>(null);

  /** `tried`: the signature that was being saved. Returns whether the refusal was about a text. */
  function refuse(error: unknown, list: readonly Signature[], tried: string): boolean {
    const about = refusedText(error, tried);
    const text = list.find((one) => one.id === about?.id);
    if (!text || !about) return false;
    setRefused({ id: text.id, html: text.html, fault: about.fault });
    show(text.id, '');
    return true;
  }

  function putBack() {
    if (!refused) return;
    show(refused.id, refused.html);
    setRefused(null);
  }

  return { refused, refuse, putBack, forget: () => setRefused(null) };
}

/** The signature whose text was refused, if the refusal is about one, and the limit it exceeds. */
function refusedText(error: unknown, tried: string): { id: string; fault: SignatureFault } | null {
  if (!(error instanceof ApiError)) return null;
  const { key, rule, fields } = error.details as {
    key?: string;
    rule?: FieldRule;
    fields?: readonly InvalidField[];
  };
  if (key === 'signature') return { id: MAIN, fault: faultOf(rule) };
  const field = fields?.find((one) => one.field === 'html');
  return field ? { id: tried, fault: faultOf(field.rule) } : null;
}

function faultOf(rule: FieldRule | undefined): SignatureFault {
  if (rule === 'too_many') return 'manyImages';
  if (rule === 'too_large') return 'largeImages';
  if (rule === 'not_an_option') return 'noImage';
  return rule === 'missing' ? 'lostImage' : 'long';
}
