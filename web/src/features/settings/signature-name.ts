import type { Say } from '../../i18n/say.ts';
import { MAIN } from './signature-edits.ts';

/** The label of a signature, also where it has no name. */
export function signatureName(t: Say, { id, name }: { id: string; name: string }): string {
  return name.trim() || t(id === MAIN ? 'settingFields.signature.main' : 'settingFields.signature.nameless');
}
