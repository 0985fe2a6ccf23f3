import {
  getDirectoryPerson,
  listDirectory,
  listDirectoryDepartments,
  listDirectoryLetters,
} from '@bocau/contract/directory.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import * as list from './list-directory.ts';

export function directoryRoutes({ db }: { db: Db }): Route[] {
  return [
    route(listDirectory, ({ caller, query }) => list.listDirectory(db, caller.person, query)),

    route(listDirectoryLetters, async ({ caller, query }) => ({
      data: await list.listDirectoryLetters(db, caller.person, query),
    })),

    route(listDirectoryDepartments, async ({ caller }) => ({
      data: await list.listDepartments(db, caller.person),
    })),

    route(getDirectoryPerson, async ({ caller, query }) => ({
      data: await list.findDirectoryPerson(db, caller.person, query.email),
    })),
  ];
}
