/** A name in its namespace, in Clark notation: `{DAV:}href`. */
export type XmlName = `{${string}}${string}`;

/** Of RFC 4918; the namespaces of what is stored belong to the features. */
export function dav(local: string): XmlName {
  return `{DAV:}${local}`;
}

/** `http://calendarserver.org/ns/`: what clients of Apple and those that follow them ask for. */
export function calendarServer(local: string): XmlName {
  return `{http://calendarserver.org/ns/}${local}`;
}

export function splitName(name: XmlName): { namespace: string; local: string } {
  const end = name.lastIndexOf('}');
  return { namespace: name.slice(1, end), local: name.slice(end + 1) };
}
