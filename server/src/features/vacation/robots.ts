/**
 * Local parts read by programs, or by no one (RFC 2142, RFC 5230 section 4.6); not `sales` or `info`, which
 * people read.
 */
const ROLES = new Set([
  ...[
    'mailer-daemon',
    'mailerdaemon',
    'mailer',
    'postmaster',
    'daemon',
    'root',
    'nobody',
    'system',
    'robot',
    'bot',
  ],
  ...[
    'abuse',
    'noc',
    'security',
    'hostmaster',
    'webmaster',
    'usenet',
    'news',
    'uucp',
    'ftp',
    'www',
    'www-data',
  ],
  ...['listserv', 'majordomo', 'mailman', 'list', 'lists', 'newsletter', 'newsletters', 'auto', 'autoreply'],
  ...['notification', 'notifications', 'notify', 'alert', 'alerts', 'automail', 'automailer'],
]);
const OF_LISTS = /^owner-|-(?:owner|request|bounces?|return)(?:$|[-+=])|^bounces?(?:$|[-+=._])/;
/** Without word separators. */
const UNREAD = /(?:no|not|never|dont)reply|khongtraloi|khongphanhoi/;

/** Whether a normalized address belongs to a program, or to no one who would read an answer. */
export function isRobot(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@'));
  return (
    ROLES.has(local.split('+')[0] as string) ||
    OF_LISTS.test(local) ||
    UNREAD.test(local.replace(/[-._+]/g, ''))
  );
}
