import * as imports from '@bocau/contract/calendar-imports.ts';
import { whileClientStays } from '../../../platform/http/leaving-client.ts';
import { type Route, route } from '../../../platform/http/routes.ts';
import { createImportTurns } from '../../../platform/import-turns.ts';
import { createTurns } from '../../../platform/take-turns.ts';
import { exportCalendar } from '../export-calendar.ts';
import type { MeetingDeps } from '../scheduling-of.ts';
import { readCalendarFile, readImportForm, readPlanForm } from './read-calendar-file.ts';
import { planImport, runImport } from './run-import.ts';
import { reachImport, undoImport } from './undo-import.ts';

const NEVER = new AbortController().signal;

export function calendarImportRoutes(deps: MeetingDeps): Route[] {
  const turns = createTurns(deps.clock);
  const inTurn = createImportTurns();
  return [
    route(imports.planCalendarImport, async ({ caller, request }) => ({
      data: await whileClientStays(request, (signal) =>
        inTurn(caller.person, async () => {
          const { bytes, ...order } = await readPlanForm(request);
          const file = await readCalendarFile(bytes, signal);
          return planImport({ ...deps, turns, signal }, caller.person, file, order);
        }),
      ),
    })),

    // Goes on when the client has left: half of a file would be there.
    route(imports.importCalendar, async ({ caller, request }) => ({
      data: await inTurn(caller.person, async () => {
        const { bytes, ...order } = await readImportForm(request);
        const file = await readCalendarFile(bytes, NEVER);
        return runImport({ ...deps, turns, signal: NEVER }, caller.person, file, order);
      }),
    })),

    route(imports.getCalendarImport, async ({ caller, params }) => {
      const { done, total } = await reachImport(deps.db, caller.person, params.uid);
      return { data: { done, total } };
    }),

    route(imports.exportCalendar, ({ caller, params }) => exportCalendar(deps.db, caller.person, params.id)),

    route(imports.undoCalendarImport, async ({ caller, body }) => ({
      data: await inTurn(caller.person, async () => ({
        changed: await undoImport({ ...deps, signal: NEVER }, caller.person, body.uid),
      })),
    })),
  ];
}
