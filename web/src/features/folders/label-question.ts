import type { Label } from '@bocau/contract/labels.ts';
import { createStore } from '../../lib/store.ts';

/** The open dialog about labels; `parent` null is the top. */
export type LabelQuestion = { kind: 'new'; parent: Label | null } | { kind: 'edit'; label: Label };

export const labelQuestion = createStore<LabelQuestion | null>(null);
