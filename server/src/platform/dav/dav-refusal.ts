import { document, element, text, type Xml } from './write-xml.ts';
import type { XmlName } from './xml-names.ts';
import { dav } from './xml-names.ts';

/** A refusal in the words of WebDAV: a status, and where there is one the condition that was not met (RFC 4918, 16). */
export class DavRefusal extends Error {
  override name = 'DavRefusal';
  readonly status: number;
  readonly body: Buffer;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    {
      condition,
      inside = [],
      headers = {},
    }: { condition?: XmlName; inside?: Xml[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    const description = element(dav('responsedescription'), text(message));
    this.body = document(dav('error'), condition ? [element(condition, inside), description] : [description]);
  }
}

export function notFound(): DavRefusal {
  return new DavRefusal(404, 'There is nothing at this address');
}
