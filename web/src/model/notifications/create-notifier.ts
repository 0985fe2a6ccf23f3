import type { ModelClock } from '../engine/environment.ts';

export type NewMail = {
  messageId: string;
  threadId: string;
  /** The path of the folder that received it. */
  folder: string;
  sender: string;
  subject: string;
};

/** Messages between the tabs of one browser. */
export type Said = { kind: 'who-looks' | 'i-look'; tab: string };
export type Channel = { say(words: Said): void; hear(listener: (words: Said) => void): () => void };

/** What is told once on a device, by its id. */
type Told = { messageId: string };

type Deps<T extends Told> = {
  clock: Pick<ModelClock, 'after'>;
  tab: string;
  channel: Channel;
  /** True for the first tab that asks for a message. */
  claim(messageId: string): Promise<boolean>;
  /** Whether the user is looking at this tab. */
  isLooking(): boolean;
  /** Whether notifications are allowed on this device at this time of day. */
  mayTell(): boolean;
  tell(mails: readonly T[]): void;
};

/** A tab that the user looks at answers within this time; messages within it are notified together. */
const ANSWER_MS = 400;

/**
 * Notifies of new mail, or of reminders, outside the page: one of several tabs does, and none while the user looks at one of
 * them. There is no leader: a tab that lost its socket, or that the browser has suspended, must not silence
 * the others.
 */
export function createNotifier<T extends Told = NewMail>(
  deps: Deps<T>,
): { take(mail: T): void; stop(): void } {
  const { clock, tab, channel } = deps;
  let waiting: T[] = [];
  let timer: { stop(): void } | null = null;

  const stopHearing = channel.hear((words) => {
    if (words.tab === tab) return;
    if (words.kind === 'i-look') forget();
    else if (deps.isLooking()) channel.say({ kind: 'i-look', tab });
  });

  function forget(): void {
    waiting = [];
    timer?.stop();
    timer = null;
  }

  async function tell(): Promise<void> {
    const mails = waiting;
    forget();
    if (deps.isLooking()) return;
    const claimed = await Promise.all(mails.map(({ messageId }) => deps.claim(messageId)));
    const first = mails.filter((_, index) => claimed[index]);
    if (first.length > 0) deps.tell(first);
  }

  return {
    take(mail) {
      if (deps.isLooking() || !deps.mayTell()) return;
      waiting.push(mail);
      if (timer) return;
      timer = clock.after(ANSWER_MS, () => void tell());
      channel.say({ kind: 'who-looks', tab });
    },
    stop() {
      forget();
      stopHearing();
    },
  };
}

type ClaimPlace = {
  read(): Promise<readonly string[]>;
  write(messageIds: readonly string[]): Promise<void>;
  /** Runs under a lock across tabs. */
  alone<T>(run: () => Promise<T>): Promise<T>;
};

const KEPT_CLAIMS = 200;

/** Gives each message once: to the tab that asks first, or to the service worker. */
export function createClaims({ read, write, alone }: ClaimPlace): (messageId: string) => Promise<boolean> {
  return (messageId) =>
    alone(async () => {
      const given = await read();
      if (given.includes(messageId)) return false;
      await write([...given, messageId].slice(-KEPT_CLAIMS));
      return true;
    });
}
