import { createStore } from '../../lib/store.ts';

export type Notice = {
  id: number;
  text: string;
  tone: 'plain' | 'danger';
  /** How long it stays; null until whoever put it there takes it away. */
  seconds: number | null;
  undo: (() => unknown) | null;
  /** Another way on than taking it back. */
  action: { label: string; run(): void } | null;
  /** The acts of the model that it speaks of. */
  about: readonly number[];
};

/** How long a notice stays; one that can be taken back stays longer. */
const SECONDS = 3;
const SECONDS_FOR_UNDO = 5;
/** Of undos of more acts than these the latest stand: the key and the list of acts take back the others, too. */
const MOST_ACTS = 2;
const MOST = 3;

let lastId = 0;
/** The newest last. */
export const notices = createStore<readonly Notice[]>([]);

type NewNotice = {
  text: string;
  undo?: () => unknown;
  action?: { label: string; run(): void };
  tone?: Notice['tone'];
  seconds?: number | null;
  about?: readonly number[];
  /** The notice that it takes the place of, if that one still stands. */
  instead?: number | null;
};

/** Says at the bottom left what happened. A new notice takes no undo, and no failure, away before its time. */
export function notify(given: NewNotice): void {
  showNotice(given);
}

/** The same for whoever takes it away again, by its id. */
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

/** What stands beside a new notice, and the notice. */
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

/** It only says that something went well: the next notice says more. */
function isPassing(notice: Notice): boolean {
  return notice.tone === 'plain' && notice.undo === null && notice.seconds !== null;
}

/** Takes back something that was done, for as long as it stands. */
function isUndo(notice: Notice): boolean {
  return notice.undo !== null && notice.seconds !== null;
}

function isUndoOfActs(notice: Notice): boolean {
  return isUndo(notice) && notice.about.length > 0;
}

function saysTheSame(one: Notice, other: Notice): boolean {
  return one.undo === null && other.undo === null && one.text === other.text;
}

/** Takes a notice away, if it still stands. */
export function dismiss(id: number): void {
  const rest = notices.get().filter((notice) => notice.id !== id);
  if (rest.length < notices.get().length) notices.set(rest);
}

/** What was said of these acts is not so any more. */
export function dismissAbout(acts: readonly number[]): void {
  for (const { id, about } of notices.get()) {
    if (about.some((act) => acts.includes(act))) dismiss(id);
  }
}
