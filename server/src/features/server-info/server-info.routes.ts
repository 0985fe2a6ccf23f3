import { getServerInfo, type MailService } from '@bocau/contract/server-info.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { contactsAddress } from './contacts-server.ts';

type Served = { services: readonly MailService[]; publicUrl: string; hasOfficeEditor: boolean };

export function serverInfoRoutes({ services, publicUrl, hasOfficeEditor }: Served): Route[] {
  const contacts = contactsAddress(publicUrl);
  return [
    route(getServerInfo, async ({ caller }) => ({
      data: { username: caller.email, services: [...services], contacts, office_editor: hasOfficeEditor },
    })),
  ];
}
