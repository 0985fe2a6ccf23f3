import type { FastifyReply } from 'fastify';
import type { DavCall } from '../dav/bind-dav.ts';
import type { DavRefusal } from '../dav/dav-refusal.ts';
import type { Taking } from '../dav/multistatus.ts';
import type { Property } from '../dav/properties.ts';

/** Who calls, by the addresses that they may be named by. */
export type DavPerson = { person: number; email: string; name: string; addresses: readonly string[] };
export type DavCaller = DavPerson & { isNamed(address: string): boolean };

/** `address` is the caller's, as the path has it: answers name resources as they were asked for. */
export type OfPerson = { person: DavPerson; address: string };

/** Of a path below a home: what follows the address. */
export type HomePath = { address: string; rest: readonly string[] };

export type HomeCall = DavCall<DavCaller> & {
  path: HomePath;
  /** What this site is called, by which whole URLs are told from those of others. */
  hosts: readonly string[];
  /** Waits until the caller's programs read little enough; the turn lasts until the answer is taken. */
  takeTurn(): Promise<Taking>;
};

/** A folder of the site in which each person has collections of one kind: books, or calendars. */
export type DavHome = {
  /** The segment below the root: `addressbooks`. */
  folder: string;
  /** For the DAV header, of the whole site. */
  ability: string;
  /** For the DAV header of what is in the folder. */
  abilityInside: readonly string[];
  wellKnown: string;
  /** What a principal says of it. */
  ofPrincipal: readonly Property<OfPerson>[];
  handle(call: HomeCall): Promise<FastifyReply>;
  /** A refusal in the words of WebDAV for an error of the kernel; null where it has none. */
  refusalOf(error: Error): DavRefusal | null;
};
