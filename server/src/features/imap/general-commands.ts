import { capabilities } from './capability.ts';
import { parseId } from './parse-id.ts';
import { Refusal } from './refusal.ts';
import {
  ANY_STATE,
  BEFORE_SIGN_IN,
  type Command,
  type Extension,
  enableCondstore,
  SELECTED,
  type Session,
  SIGNED_IN,
} from './session.ts';

export const capability: Command = {
  states: ANY_STATE,
  async run(session, parser) {
    parser.end();
    session.connection.send(`* CAPABILITY ${capabilities(session)}\r\n`);
    return 'That is all';
  },
};

/** A poll: what has changed is told with the end of every command. */
export const noop: Command = {
  states: ANY_STATE,
  asksForNews: true,
  async run(session, parser) {
    parser.end();
    session.changed = true;
    return 'Done';
  },
};

/** Everything is on disk already; some programs poll by it. */
export const check: Command = { ...noop, states: SELECTED };

export const logout: Command = {
  states: ANY_STATE,
  async run(session, parser) {
    parser.end();
    session.connection.send('* BYE Goodbye\r\n');
    session.over = true;
    return 'Signed out';
  },
};

/** RFC 2971. What a program calls itself is shown to its person among their sign-ins. */
export const id: Command = {
  states: ANY_STATE,
  async run(session, parser) {
    parser.space();
    const fields = parseId(parser);
    parser.end();
    const { name, version } = fields;
    if (name) session.program = `${name.replaceAll('/', '-')}${version ? `/${version}` : ''}`.slice(0, 100);
    session.connection.send('* ID ("name" "Bo Cau")\r\n');
    return 'Pleased to meet you';
  },
};

export const starttls: Command = {
  states: BEFORE_SIGN_IN,
  async run(session, parser) {
    parser.end();
    if (!session.connection.canStartTls)
      throw new Refusal(null, 'TLS is not to be had here, or is there already');
    session.upgrade = 'tls';
    return 'Begin TLS';
  },
};

/** RFC 4978. */
export const compress: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.space();
    const mechanism = parser.word('a mechanism');
    parser.end();
    if (mechanism !== 'DEFLATE') throw new Refusal('CANNOT', 'Only DEFLATE is served');
    if (session.connection.isCompressed) throw new Refusal('COMPRESSIONACTIVE', 'It is compressed already');
    session.upgrade = 'compression';
    return 'Begin compression';
  },
};

const EXTENSIONS: readonly Extension[] = ['CONDSTORE', 'QRESYNC', 'UTF8=ACCEPT', 'IMAP4rev2'];

/** RFC 5161. */
export const enable: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    const asked: string[] = [];
    while (parser.take(' ')) asked.push(parser.word('an extension'));
    parser.end();
    const known = asked.flatMap((name) => EXTENSIONS.find((one) => one.toUpperCase() === name) ?? []);
    const granted = known.filter((name) => enableOne(session, name));
    session.connection.send(`* ENABLED${granted.map((name) => ` ${name}`).join('')}\r\n`);
    return 'Enabled';
  },
};

function enableOne(session: Session, extension: Extension): boolean {
  const fresh = !session.enabled.has(extension);
  // RFC 7162 section 3.2.3: QRESYNC is no less than CONDSTORE.
  if (extension === 'CONDSTORE' || extension === 'QRESYNC') enableCondstore(session);
  session.enabled.add(extension);
  return fresh;
}
