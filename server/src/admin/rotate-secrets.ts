import { reseal } from '../features/session/second-step/reseal.ts';
import { AdminError, type Command } from './command.ts';

export const rotateSecrets: Command = {
  usage: 'secrets rotate',
  summary:
    'Encrypts the stored secrets with the first key of SECRETS_KEY, or of DATA_DIR/secrets.key; the keys after it may then go',
  async run({ context, out }) {
    const { db, secrets } = context;
    if (secrets === null) throw new AdminError('SECRETS_KEY is missing');
    const count = await reseal({ db, secrets });
    out.write(`Encrypted ${count} secrets with the first key.\n`);
    return 0;
  },
};
