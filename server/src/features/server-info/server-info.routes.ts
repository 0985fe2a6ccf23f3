import { getServerInfo, type MailService } from '@bocau/contract/server-info.ts';
import { type Route, route } from '../../platform/http/routes.ts';

export function serverInfoRoutes(services: readonly MailService[], hasOfficeEditor: boolean): Route[] {
  return [
    route(getServerInfo, async ({ caller }) => ({
      data: { username: caller.email, services: [...services], office_editor: hasOfficeEditor },
    })),
  ];
}
