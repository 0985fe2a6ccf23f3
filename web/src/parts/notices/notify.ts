import { createStore } from '../../lib/store.ts';

export type Notice = {
  id: number;
  text: string;
  tone: 'plain' | 'danger';
  /** How long it stays; null until its creator removes it. */
  seconds: number | null;
  undo: (() => unknown) | null;
  /** An action other than undo. */
  action: { label: string; run(): void } | null;
  /** The model's acts that it is about. */
  about: readonly number[];
};

/** How long a notice stays; one with undo stays longer. */
const SECONDS = 3;
const SECONDS_FOR_UNDO = 5;
/** Only this many notices with an undo of acts stay: older acts are undone by the key or from the list. */
const MOST_ACTS = 2;
const MOST = 3;

let lastId = 0;
/** Newest last. */
export const notices = createStore<readonly Notice[]>([]);

type NewNotice = {
  text: string;
  undo?: () => unknown;
  action?: { label: string; run(): void };
  tone?: Notice['tone'];
  seconds?: number | null;
  about?: readonly number[];
  /** The notice to replace, if it is still shown. */
  instead?: number | null;
};

/** Shows a notice at the bottom left. It never removes an undo or a failure before its time. */
export function notify(given: NewNotice): void {
  showNotice(given);
}

/** The same, for a caller that removes the notice itself, by its id. */
export function showNotice(given: NewNotice): number {
  lastId += 1;
  const notice: Notice = {
    id: lastId,
    text: given.text,
    tone: given.tone ?? 'plain',
    seconds: given.seconds === undefined ? (given.undo ? SECONDS_FOR_UNDO : SECONDS) : given.seconds,
    undo: given.undo ?? null,
    action: given.action ?? null,
    about: given.about ?? [],
  };
  const shown = notices.get();
  if (shown.some(({ id }) => id === given.instead))
    notices.set(shown.map((other) => (other.id === given.instead ? notice : other)));
  else notices.set(withRoomFor(notice, shown));
  return notice.id;
}

/** The notices to keep beside a new one, and the new one. */
function withRoomFor(notice: Notice, shown: readonly Notice[]): readonly Notice[] {
  let rest = shown.filter((other) => !isPassing(other) && !saysTheSame(other, notice));
  const acts = rest.filter(isUndoOfActs);
  if (isUndoOfActs(notice) && acts.length >= MOST_ACTS) rest = rest.filter((other) => other !== acts[0]);
  if (rest.filter(({ seconds }) => seconds !== null).length >= MOST) {
    const least = rest.find((other) => other.seconds !== null && !isUndo(other));
    rest = rest.filter((other) => other !== least);
  }
  return [...rest, notice];
}

/** It only reports a success, and gives way to the next notice. */
function isPassing(notice: Notice): boolean {
  return notice.tone === 'plain' && notice.undo === null && notice.seconds !== null;
}

/** Offers an undo for a limited time. */
function isUndo(notice: Notice): boolean {
  return notice.undo !== null && notice.seconds !== null;
}

function isUndoOfActs(notice: Notice): boolean {
  return isUndo(notice) && notice.about.length > 0;
}

function saysTheSame(one: Notice, other: Notice): boolean {
  return one.undo === null && other.undo === null && one.text === other.text;
}

/** Removes a notice, if it is still shown. */
export function dismiss(id: number): void {
  const rest = notices.get().filter((notice) => notice.id !== id);
  if (rest.length < notices.get().length) notices.set(rest);
}

/** Removes notices about these acts, which are no longer true. */
export function dismissAbout(acts: readonly number[]): void {
  for (const { id, about } of notices.get()) {
    if (about.some((act) => acts.includes(act))) dismiss(id);
  }
}
