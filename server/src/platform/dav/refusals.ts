import { DavRefusal } from './dav-refusal.ts';
import { dav } from './xml-names.ts';

/** RFC 3744, section 7.1.1. */
export function needPrivileges(message: string): DavRefusal {
  return new DavRefusal(403, message, { condition: dav('need-privileges') });
}

export function preconditionFailed(): DavRefusal {
  return new DavRefusal(412, 'The resource is another than the one that was meant');
}

/** `allow`: the methods that an address takes, as a header has them. */
export function methodNotAllowed(allow: string): DavRefusal {
  return new DavRefusal(405, `This address takes ${allow}`, { headers: { allow } });
}
