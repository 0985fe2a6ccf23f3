import { openInOffice } from '@bocau/contract/office.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { type OpenDeps, openEditor } from './open-editor.ts';

export function officeRoutes(deps: OpenDeps): Route[] {
  return [
    route(openInOffice, async ({ caller, params, body }) => ({
      data: await openEditor(deps, caller, params.id, body),
    })),
  ];
}
