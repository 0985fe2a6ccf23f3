import type { ModelClock } from '../engine/environment.ts';

export type NewMail = {
  messageId: string;
  threadId: string;
  /** The path of the folder that it came into. */
  folder: string;
  sender: string;
  subject: string;
};

/** What the tabs of one browser say to each other. */
export type Said = { kind: 'who-looks' | 'i-look'; tab: string };
export type Channel = { say(words: Said): void; hear(listener: (words: Said) => void): () => void };

type Deps = {
  clock: Pick<ModelClock, 'after'>;
  tab: string;
  channel: Channel;
  /** True for the first of all tabs that asks for a message. */
  claim(messageId: string): Promise<boolean>;
  /** Whether somebody has this tab before them. */
  isLooking(): boolean;
  /** Whether this device tells at this time of day. */
  mayTell(): boolean;
  tell(mails: readonly NewMail[]): void;
};

/** A tab that somebody looks at answers within this; what comes together is told together. */
const ANSWER_MS = 400;

/**
 * Tells of new mail outside of the page: one of several tabs does, and none where a person looks at one of them. There
 * is no leader: a tab whose socket is gone, or that the browser has put to sleep, must not silence the others.
 */
export function createNotifier(deps: Deps): { take(mail: NewMail): void; stop(): void } {
  const { clock, tab, channel } = deps;
  let waiting: NewMail[] = [];
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
  /** Runs while no other tab does. */
  alone<T>(run: () => Promise<T>): Promise<T>;
};

const KEPT_CLAIMS = 200;

/** Each message is given once, to whichever tab comes first, or to the service worker. */
export function createClaims({ read, write, alone }: ClaimPlace): (messageId: string) => Promise<boolean> {
  return (messageId) =>
    alone(async () => {
      const given = await read();
      if (given.includes(messageId)) return false;
      await write([...given, messageId].slice(-KEPT_CLAIMS));
      return true;
    });
}
