import { createProfileLink } from '@bocau/contract/app-passwords.ts';
import { type Route, route } from '../../../platform/http/routes.ts';
import { makeProfileLink, type ProfileLinkDeps } from './make-profile-link.ts';

export function profileLinkRoutes(deps: ProfileLinkDeps): Route[] {
  return [
    route(createProfileLink, async ({ caller, params, body }) => ({
      data: await makeProfileLink(deps, caller, { id: params.id, password: body.password }),
    })),
  ];
}
