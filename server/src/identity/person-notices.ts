import type { Settings } from '@bocau/contract/settings.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';
import type { ReadDb, Tx } from '../tables.ts';

export type PersonChoices = Pick<Settings, 'language' | 'time_zone' | 'sign_in_alerts'>;

export type PersonNotice = {
  /** Begins the Message-ID. */
  kind: 'phone' | 'sign-in';
  /** Of whatever has the same, one is filed. */
  about: string;
  /** Unix seconds. */
  at: number;
  words(email: string): { subject: string; text: readonly string[] };
};

/**
 * How identity tells a person something. It knows neither messages nor settings: mail, which stands on identity,
 * implements this port (mail/notices/), and context.ts joins the two.
 */
export type PersonNotices = {
  readChoices(db: ReadDb, mailboxId: number): Promise<PersonChoices>;
  /** To every open session, once the transaction has committed. */
  announceSignIn(
    tx: Tx,
    mailboxId: number,
    data: Extract<SocketFrame, { event: 'new_sign_in' }>['data'],
  ): Promise<void>;
  /** To the inbox. */
  file(mailboxId: number, notice: PersonNotice): Promise<void>;
};
