import { resealCalendarSecrets } from '../calendar/reseal-secrets.ts';
import { resealLinks } from '../drive/shares/reseal-links.ts';
import { resealPushKey } from '../features/push/vapid-keys.ts';
import { reseal } from '../features/session/second-step/reseal.ts';
import { resealClientSecrets } from '../features/session/single-sign-on/client-secret.ts';
import { resealDomainKeys } from '../identity/domain-keys/domain-keys.ts';
import { AdminError, type Command } from './command.ts';

export const rotateSecrets: Command = {
  usage: 'secrets rotate',
  summary:
    'Encrypts the stored secrets with the first key of SECRETS_KEY, or of DATA_DIR/secrets.key; the keys after it may then go',
  async run({ context, out, err }) {
    const { db, secrets, clock } = context;
    if (secrets === null) throw new AdminError('SECRETS_KEY is missing');
    const { count, unopened } = await reseal({ db, secrets, clock });
    const clients = await resealClientSecrets({ db, secrets });
    const keys = await resealDomainKeys({ db, secrets });
    const links = await resealLinks({ db, secrets });
    const calendars = await resealCalendarSecrets({ db, secrets });
    const push = await resealPushKey({ db, secrets });
    const sealed = count + clients.count + keys.count + links.count + calendars.count + push.count;
    out.write(`Encrypted ${sealed} secrets with the first key.\n`);
    if (unopened.length > 0) {
      err.write(`Mailboxes whose secrets no key opens, left as they were: ${unopened.join(', ')}.\n`);
    }
    if (clients.unopened.length > 0) {
      err.write(`Domains whose sso_secret no key opens, left as it was: ${clients.unopened.join(', ')}.\n`);
    }
    if (keys.unopened.length > 0) {
      err.write(`DKIM keys that no key opens, left as they were: ${keys.unopened.join(', ')}.\n`);
    }
    if (links.unopened > 0) {
      err.write(`Links of shares that no key opens, left as they were: ${links.unopened}.\n`);
    }
    if (calendars.unopened > 0) {
      err.write(
        `Links and addresses of calendars that no key opens, left as they were: ${calendars.unopened}.\n`,
      );
    }
    if (push.unopened > 0) err.write('The key of web push that no key opens was left as it was.\n');
    const left =
      unopened.length +
      clients.unopened.length +
      keys.unopened.length +
      links.unopened +
      calendars.unopened +
      push.unopened;
    return left === 0 ? 0 : 1;
  },
};
