import type { ListCard } from '../../tables.ts';

/** To be raised with every change of what a card holds; older ones are then made anew in the background. */
export const CARD_VERSION = 6;

/** What every card of the present version begins with, as JSON.stringify prints it. */
const PRESENT = `{"v":${CARD_VERSION},`;

/** What stands on a card only where there is something to say. */
const SOMETIMES = [
  'label_ids',
  'snoozed_until',
  'back_at',
  'follow_up_at',
  'unanswered_since',
  'pinned',
  'muted',
] as const;
type Sometimes = (typeof SOMETIMES)[number];

/** What a card of an older version may lack: shown until it is made anew. */
const DEFAULTS: Omit<ListCard, 'v' | Sometimes> = {
  thread_id: '',
  v4_id: '',
  folder_id: '',
  v4_folder_id: '',
  old_folder_id: null,
  folder_ids: [],
  subject: '',
  snippet: '',
  participants: [],
  from: { name: '', email: '' },
  to: [],
  draft_ids: [],
  message_ids: [],
  message_count: 0,
  size: 0,
  has_attachments: false,
  spoofed: false,
  important: false,
  receipt: false,
  last_message_timestamp: 0,
  date: 0,
  status: '',
  tracking: null,
};

/** What a card shows, whichever version wrote it: all fields of the present one, and no other. */
export function shownCard(card: Partial<ListCard>): Omit<ListCard, 'v'> {
  const always = Object.entries(DEFAULTS).map(([field, missing]) => [
    field,
    card[field as keyof ListCard] ?? missing,
  ]);
  const sometimes = SOMETIMES.filter((field) => card[field] !== undefined).map((field) => [
    field,
    card[field],
  ]);
  return Object.fromEntries([...always, ...sometimes]) as Omit<ListCard, 'v'>;
}

/** The members of a stored card as they are printed into a row: those of the present version without reading them. */
export function printedMembers(card: string): string {
  if (card.startsWith(PRESENT)) return card.slice(PRESENT.length);
  return JSON.stringify(shownCard(JSON.parse(card) as Partial<ListCard>)).slice(1);
}
