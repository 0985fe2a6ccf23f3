import { reseal } from '../features/session/second-step/reseal.ts';
import { AdminError, type Command } from './command.ts';

export const rotateSecrets: Command = {
  usage: 'secrets rotate',
  summary:
    'Encrypts the stored secrets with the first key of SECRETS_KEY, or of DATA_DIR/secrets.key; the keys after it may then go',
  async run({ context, out, err }) {
    const { db, secrets, clock } = context;
    if (secrets === null) throw new AdminError('SECRETS_KEY is missing');
    const { count, unopened } = await reseal({ db, secrets, clock });
    out.write(`Encrypted ${count} secrets with the first key.\n`);
    if (unopened.length === 0) return 0;
    err.write(`Mailboxes whose secrets no key opens, left as they were: ${unopened.join(', ')}.\n`);
    return 1;
  },
};
