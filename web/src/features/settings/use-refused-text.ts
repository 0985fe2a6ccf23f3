import { ApiError } from '@bocau/contract/client.ts';
import type { FieldRule, InvalidField } from '@bocau/contract/errors.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import { useState } from 'react';
import { MAIN } from './signature-edits.ts';

/** Which limit a text breaks. */
export type SignatureFault = 'long' | 'manyImages' | 'largeImages' | 'noImage' | 'lostImage';

/** What was refused: the text, which the editor shows no longer, and why. */
export type RefusedText = { id: string; html: string; fault: SignatureFault } | null;

/** ST-11: the text of a signature that was refused leaves the editor, by `show`, and can be put back. */
export function useRefusedText(show: (id: string, html: string) => void) {
  const [refused, setRefused] = useState<RefusedText>(null);

  /** `tried`: which one was saved; true where it was its text that was refused. */
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

/** Whose text a refusal is about, if it is about one, and which limit it breaks. */
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
