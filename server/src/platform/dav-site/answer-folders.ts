import { answerPropPatch } from '../dav/answer-proppatch.ts';
import type { DavCall } from '../dav/bind-dav.ts';
import { DavRefusal } from '../dav/dav-refusal.ts';
import { propResponse, sendResponses } from '../dav/multistatus.ts';
import { findProps } from '../dav/properties.ts';
import { readXmlBody } from '../dav/read-body.ts';
import { type PropfindAsked, readPropfindRequest } from '../dav/read-propfind.ts';
import { malformed, readPropChanges } from '../dav/read-requests.ts';
import { methodNotAllowed } from '../dav/refusals.ts';
import type { Xml } from '../dav/write-xml.ts';
import { dav } from '../dav/xml-names.ts';
import type { DavCaller, DavHome } from './dav-home.ts';
import { collectionHref, type Folder, hrefOfFolder } from './site-places.ts';
import { FOLDER, HOME, principalProperties } from './site-properties.ts';

const METHODS = 'OPTIONS, PROPFIND, PROPPATCH, REPORT';

/** The folders above what is anybody's: they lead to it, and take no changes. */
export async function answerFolder(
  homes: readonly DavHome[],
  { caller, method, request, reply }: DavCall<DavCaller>,
  place: Folder,
) {
  switch (method) {
    case 'PROPFIND': {
      const asked = await readPropfindRequest(request, { isCollection: true });
      return sendResponses(reply, describe(homes, caller, place, asked));
    }
    case 'PROPPATCH': {
      const root = await readXmlBody(request);
      if (root === null) throw malformed('The body of PROPPATCH says what to change');
      const changes = readPropChanges(root, dav('propertyupdate'));
      return answerPropPatch(reply, hrefOfFolder(place), { changes, refused: changes });
    }
    case 'REPORT':
      await readXmlBody(request);
      throw new DavRefusal(403, 'There is no such report here', { condition: dav('supported-report') });
    default:
      throw methodNotAllowed(METHODS);
  }
}

/** Only what leads to the caller's own is listed. */
function describe(
  homes: readonly DavHome[],
  caller: DavCaller,
  place: Folder,
  { asked, depth, minimal }: PropfindAsked,
): Xml[] {
  const { email } = caller;
  function answer(each: Folder): Xml {
    const isPrincipal = each.kind === 'principal';
    const facts = {
      person: caller,
      address: isPrincipal ? each.address : email,
      title: isPrincipal ? caller.name || email : null,
    };
    const properties = isPrincipal
      ? principalProperties(homes.flatMap(({ ofPrincipal }) => ofPrincipal))
      : FOLDER;
    return propResponse(hrefOfFolder(each), findProps(properties, facts, asked), minimal);
  }
  if (depth === 0) return [answer(place)];
  switch (place.kind) {
    case 'root': {
      const folders = homes.map(({ folder }): Folder => ({ kind: 'homes', folder }));
      return [place, { kind: 'principals' as const }, ...folders].map(answer);
    }
    case 'principals':
      return [place, { kind: 'principal' as const, address: email }].map(answer);
    case 'homes': {
      const facts = { person: caller, address: email, title: null };
      const home = collectionHref(place.folder, email);
      return [answer(place), propResponse(home, findProps(HOME, facts, asked), minimal)];
    }
    case 'principal':
      return [answer(place)];
  }
}
