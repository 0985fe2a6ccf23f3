/** Names at which programs read, or nobody (RFC 2142, RFC 5230 section 4.6); not `sales` or `info`, where people do. */
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
/** Without what separates its words. */
const UNREAD = /(?:no|not|never|dont)reply|khongtraloi|khongphanhoi/;

/** Whether an address, as addresses are compared, is that of a program, or of nobody who would read an answer. */
export function isRobot(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@'));
  return (
    ROLES.has(local.split('+')[0] as string) ||
    OF_LISTS.test(local) ||
    UNREAD.test(local.replace(/[-._+]/g, ''))
  );
}
