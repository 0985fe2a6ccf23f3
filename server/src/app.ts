import type { MailService } from '@bocau/contract/server-info.ts';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { authorize } from './access/authorize.ts';
import { apiDescription } from './api-description.ts';
import type { AppContext } from './context.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { createAdminCheck } from './features/administrators/admin-check.ts';
import { administratorRoutes } from './features/administrators/administrators.routes.ts';
import { auditRoutes } from './features/administrators/audit.routes.ts';
import { todayRoutes } from './features/administrators/today.routes.ts';
import { attachmentRoutes } from './features/attachments/attachments.routes.ts';
import { uploadFiles } from './features/attachments/upload-files.ts';
import { avatarRoutes } from './features/avatars/avatars.routes.ts';
import { readLastBackup } from './features/backup/last-backup.store.ts';
import { bulkRoutes } from './features/bulk/bulk.routes.ts';
import { calDavHome } from './features/caldav/caldav-home.ts';
import { calendarRoutes } from './features/calendar/calendar.routes.ts';
import { changeCalendarEntry, createChosenCalendar } from './features/calendar/change-calendars.ts';
import { deleteCalendar } from './features/calendar/delete-calendar.ts';
import { bindCalendarLinks } from './features/calendar/links/bind-calendar-links.ts';
import { calendarLinkRoutes } from './features/calendar/links/link.routes.ts';
import { busyTimesWithin } from './features/calendar/list-busy-times.ts';
import { schedulingOf } from './features/calendar/scheduling-of.ts';
import { leaveCalendar } from './features/calendar/share-calendar.ts';
import { calendarSubscriptionRoutes } from './features/calendar/subscriptions/subscription.routes.ts';
import { cardDavHome } from './features/carddav/carddav-home.ts';
import { clientErrorRoutes } from './features/client-errors/client-errors.routes.ts';
import { changeBookName, createBook, removeBook } from './features/contacts/change-books.ts';
import { contactRoutes } from './features/contacts/contacts.routes.ts';
import { leaveBook } from './features/contacts/share-book.ts';
import { directoryRoutes } from './features/directory/directory.routes.ts';
import { draftRoutes } from './features/drafts/drafts.routes.ts';
import { driveRoutes } from './features/drive/drive.routes.ts';
import { driveMailRoutes } from './features/drive-mail/drive-mail.routes.ts';
import { driveShareRoutes } from './features/drive-shares/drive-shares.routes.ts';
import { driveTransferRoutes } from './features/drive-transfer/drive-transfer.routes.ts';
import { bindTusOptions, tusRoutes } from './features/drive-transfer/tus.routes.ts';
import { folderRoutes } from './features/folders/folders.routes.ts';
import { forwardingRoutes } from './features/forwarding/forwarding.routes.ts';
import { bindLeavePage } from './features/groups/bind-leave-page.ts';
import { groupRoutes } from './features/groups/groups.routes.ts';
import { ownGroupRoutes } from './features/groups/own-groups.routes.ts';
import { invitationRoutes } from './features/invitations/invitations.routes.ts';
import { invoiceRoutes } from './features/invoices/invoices.routes.ts';
import { labelRoutes } from './features/labels/labels.routes.ts';
import { laterRoutes } from './features/later/later.routes.ts';
import { mailTraceRoutes } from './features/mail-trace/mail-trace.routes.ts';
import { bindRefusalPage } from './features/merges/bind-refusal-page.ts';
import { mergeRoutes } from './features/merges/merges.routes.ts';
import { messageRoutes } from './features/messages/messages.routes.ts';
import { newsletterRoutes } from './features/newsletters/newsletters.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { bindSocket } from './features/notifications/notifications.socket.ts';
import { createSocketHub } from './features/notifications/socket-hub.ts';
import { bindWopi } from './features/office/bind-wopi.ts';
import { officeRoutes } from './features/office/office.routes.ts';
import { brakeRoutes } from './features/outgoing-queue/brakes.routes.ts';
import { outgoingQueueRoutes } from './features/outgoing-queue/outgoing-queue.routes.ts';
import { domainKeyRoutes } from './features/people/domain-keys.routes.ts';
import { domainSignOnRoutes } from './features/people/domain-sign-on.routes.ts';
import { domainRoutes } from './features/people/domains.routes.ts';
import { importRoutes } from './features/people/import.routes.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { periodicRoutes } from './features/periodic/periodic.routes.ts';
import { cancelPeriodics } from './features/periodic/save-periodic.ts';
import { createGuestPreviews } from './features/previews/guest-previews.ts';
import { previewRoutes } from './features/previews/previews.routes.ts';
import { pushRoutes } from './features/push/push.routes.ts';
import { recallRoutes } from './features/recall/recall.routes.ts';
import { receiptRoutes } from './features/receipts/receipts.routes.ts';
import { recipientRoutes } from './features/recipients/recipients.routes.ts';
import { remoteImageRoutes } from './features/remote-images/remote-images.routes.ts';
import { removedMessageRoutes } from './features/removed-messages/removed-messages.routes.ts';
import { roomRoutes } from './features/rooms/rooms.routes.ts';
import { ruleRoutes } from './features/rules/rules.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { oversightRoutes } from './features/security/oversight.routes.ts';
import { reviewRoutes } from './features/security/review.routes.ts';
import { securityRoutes } from './features/security/security.routes.ts';
import { senderRoutes } from './features/senders/senders.routes.ts';
import { sendingRoutes } from './features/sending/sending.routes.ts';
import { cancelSchedules } from './features/sending/undo-send.ts';
import { bindSetupFiles } from './features/server-info/bind-setup-files.ts';
import { contactsServer } from './features/server-info/contacts-server.ts';
import { serverInfoRoutes } from './features/server-info/server-info.routes.ts';
import { appleProfile } from './features/server-info/setup-files.ts';
import { appPasswordRoutes } from './features/session/app-passwords/app-passwords.routes.ts';
import { offeredScopes } from './features/session/app-passwords/offered-scopes.ts';
import { type CookieRules, cookieToken } from './features/session/cookies.ts';
import { passkeyRoutes } from './features/session/passkeys/passkeys.routes.ts';
import { type RelyingParty, relyingPartyOf } from './features/session/passkeys/relying-party.ts';
import { hashPassword } from './features/session/passwords.ts';
import { phoneRoutes } from './features/session/phone/phone.routes.ts';
import { bindProfilePage } from './features/session/profile-links/bind-profile-page.ts';
import { profileLinkRoutes } from './features/session/profile-links/profile-links.routes.ts';
import type { ProfileOf } from './features/session/profile-links/use-profile-link.ts';
import { createProgramCheck } from './features/session/program-check.ts';
import { isGuessable } from './features/session/protection/guessable-password.ts';
import { protectionRoutes } from './features/session/protection/protection.routes.ts';
import { recoveryRoutes } from './features/session/recovery/recovery.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { createSessionCheck, type SessionCheck } from './features/session/session-check.ts';
import { createSessionWatch } from './features/session/session-watch.ts';
import { bindSignOn } from './features/session/sign-on.ts';
import { bindSignOnPages } from './features/session/single-sign-on/bind-sign-on-pages.ts';
import { createDomainSignOn } from './features/session/single-sign-on/domain-sign-on.ts';
import { signOnRoutes } from './features/session/single-sign-on/sign-on.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { bindSharePages } from './features/share-pages/bind-share-pages.ts';
import { spamCheckRoutes } from './features/spam-check/spam-check.routes.ts';
import { storageRoutes } from './features/storage/storage.routes.ts';
import { domainTemplateRoutes } from './features/templates/domain-templates.routes.ts';
import { templateRoutes } from './features/templates/templates.routes.ts';
import { threadRoutes } from './features/threads/threads.routes.ts';
import { thumbnailRoutes } from './features/thumbnails/thumbnails.routes.ts';
import { trackingRoutes } from './features/tracking/tracking.routes.ts';
import { restoreRoutes } from './features/transfer/restore.routes.ts';
import { unsubscribeRoutes } from './features/unsubscribe/unsubscribe.routes.ts';
import { bindFrontPage } from './front-page.ts';
import { findMailbox } from './identity/find-mailbox.ts';
import { foldAddress } from './mail/people/fold-address.ts';
import { bindDavSite, type DavSiteDeps } from './platform/dav-site/bind-dav-site.ts';
import { bindApiDocs } from './platform/http/api-docs.ts';
import { bindRoutes } from './platform/http/bind-routes.ts';
import { createApp } from './platform/http/create-app.ts';
import { watchRequests } from './platform/http/operations.ts';
import { createRateLimits, type RateLimits } from './platform/http/rate-limit.ts';
import type { Route } from './platform/http/routes.ts';
import { openSigner } from './platform/tls/open-signer.ts';
import { startRoute } from './start-route.ts';
import { bindWebClient } from './web-client.ts';

/** Builds the HTTP application from the context; it never listens. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const { clock, config, db, listener, log, personNotices } = context;
  const { trustedProxies, publicUrl, sessionSeconds } = config.http;
  const https = publicUrl.startsWith('https:');
  const app = await createApp({ clock, log, trustedProxies, https });
  await app.register(cookie);

  const sessions = await createSessionCheck({
    ...{ db, clock, listener, sessionSeconds, publicUrl },
    secureCookie: https,
  });
  const sessionWatch = await createSessionWatch(context);
  app.addHook('onClose', async () => sessionWatch.stop());
  const hub = await createSocketHub({ ...context, sessionWatch });
  await bindSocket(app, { hub, sessions, clock, log, publicUrl });
  const cookieRules = { secure: https, sessionSeconds };
  bindSignOn(app, { db, clock, sessions, personNotices, cookieRules, publicUrl });
  watchRequests(app, context);
  const { authenticate } = sessions;
  const limits = createRateLimits(clock);
  bindSignOnPages(app, { ...context, limits, cookieRules, publicUrl });
  bindSharePages(app, {
    ...context,
    limits,
    secureCookie: https,
    publicUrl,
    officePreviews: createGuestPreviews(context),
    findCaller: async (request) => {
      const token = cookieToken(request, https);
      return token === null ? null : sessions.check(token);
    },
  });
  bindCalendarLinks(app, { ...context, limits, publicUrl });
  const party = relyingPartyOf(config.http);
  const routes = apiRoutes(context, { party, sessions, cookieRules, limits });
  await bindRoutes(app, [...routes, startRoute(routes)], {
    authenticate,
    authenticateAdmin: createAdminCheck({ db, clock, sessions, isDemo: config.seed === 'demo' }),
    findMailbox: (request, caller, endpoint) => findMailbox(db, request, caller, endpoint),
    isProgram: (request) => sessions.tokenOf(request, true)?.from !== 'cookie',
    authorize,
    limits,
    watchAnswer(caller, response) {
      if (!response.destroyed)
        response.once(
          'close',
          sessionWatch.watch(caller, () => response.destroy()),
        );
    },
  });
  const { officeServer } = context;
  const ownUrl = publicUrl.replace(/\/+$/, '');
  if (officeServer !== null) await bindWopi(app, { ...context, officeServer, publicUrl: ownUrl });
  const checkProgram = await createProgramCheck(context);
  const davSite: DavSiteDeps = {
    ...{ clock, log, foldAddress, publicUrl },
    signIn: (given) => checkProgram({ ...given, scope: 'dav', protocol: 'dav' }),
  };
  await bindDavSite(app, davSite, [
    cardDavHome({
      ...context,
      books: {
        create: (person, { id, name }) => createBook(context, person, name, id),
        rename: (person, id, name) => changeBookName(context, person, id, name),
        remove: (person, id) => removeBook(context, person, id),
        leave: (person, id) => leaveBook(context, person, id),
      },
    }),
    calDavHome({
      ...context,
      calendars: {
        create: (person, calendar) => createChosenCalendar(context, person, calendar),
        change: (person, id, changes) => changeCalendarEntry(context, person, id, changes),
        remove: (person, id) => deleteCalendar(context, person, id),
        leave: (person, id) => leaveCalendar(context, person, id),
      },
      schedulingOf: (mailboxId, person) => schedulingOf(context, mailboxId, person),
      busyOf: (person, emails, span) =>
        busyTimesWithin(db, person, emails, { shown: span, walls: span, zone: 'UTC' }),
    }),
  ]);
  const { services } = config.mail;
  const signer = await openSigner(config.mail.tls, { clock, log });
  app.addHook('onClose', async () => signer.stop());
  bindSetupFiles(app, { services, publicUrl, signer });
  bindProfilePage(app, {
    ...context,
    limits,
    publicUrl,
    signer,
    profileOf: profileMaker(services, publicUrl),
  });
  bindLeavePage(app, { ...context, limits });
  bindRefusalPage(app, { ...context, limits });
  bindTusOptions(app);
  bindApiDocs(app, apiDescription);
  if (context.webClient !== null) await bindWebClient(app, context.webClient, context.config.officeUrl);
  else bindFrontPage(app);
  return app;
}

/** With the servers that the app password opens, and no others. */
function profileMaker(services: readonly MailService[], publicUrl: string): ProfileOf {
  const site = contactsServer(publicUrl);
  return ({ address, name, password, scopes }) =>
    appleProfile({
      address,
      account: { name, password },
      contacts: scopes.includes('dav') ? site : null,
      services: services.filter(({ protocol }) => scopes.includes(protocol)),
    });
}

type Doors = { party: RelyingParty; sessions: SessionCheck; cookieRules: CookieRules; limits: RateLimits };

function apiRoutes(context: AppContext, { party, sessions, cookieRules, limits }: Doors): Route[] {
  return [
    ...sessionRoutes({ ...context, ...cookieRules, party, sessions, cookieRules, limits }),
    ...signOnRoutes({ ...context, ...cookieRules, party, sessions, cookieRules }),
    ...protectionRoutes({ ...context, party, sessions }),
    ...passkeyRoutes({ ...context, party, sessions }),
    ...phoneRoutes({ ...context, sessions, limits }),
    ...recoveryRoutes({ ...context, sessions }),
    ...appPasswordRoutes(context, offeredScopes(context.config)),
    ...profileLinkRoutes({
      ...context,
      profileOf: profileMaker(context.config.mail.services, context.config.http.publicUrl),
    }),
    ...accountRoutes(context, context.config.links),
    ...avatarRoutes(context),
    ...securityRoutes({ ...context, sessions }),
    ...oversightRoutes({ ...context, sessions }),
    ...reviewRoutes(context),
    ...peopleRoutes({
      ...context,
      sessions,
      cancelPlanned: [
        (mailboxId) => cancelSchedules(context, mailboxId, undefined),
        (mailboxId) => cancelPeriodics(context, mailboxId, undefined),
      ],
    }),
    ...domainRoutes(context),
    ...domainKeyRoutes(context),
    ...domainSignOnRoutes({ ...context, signOn: createDomainSignOn(context) }),
    ...importRoutes({ ...context, hashPassword, isGuessable }),
    ...administratorRoutes(context),
    ...todayRoutes({ ...context, lastBackup: () => readLastBackup(context.db) }),
    ...auditRoutes(context),
    ...outgoingQueueRoutes(context),
    ...brakeRoutes(context),
    ...mailTraceRoutes(context),
    ...restoreRoutes(context),
    ...serverInfoRoutes({
      services: context.config.mail.services,
      publicUrl: context.config.http.publicUrl,
      hasOfficeEditor: context.officeServer !== null,
    }),
    ...folderRoutes(context),
    ...labelRoutes(context),
    ...driveRoutes(context),
    ...driveShareRoutes(context),
    ...contactRoutes(context),
    ...calendarRoutes(context),
    ...calendarSubscriptionRoutes(context),
    ...calendarLinkRoutes({ ...context, publicUrl: context.config.http.publicUrl }),
    ...directoryRoutes(context),
    ...bulkRoutes(context),
    ...threadRoutes(context),
    ...laterRoutes(context),
    ...mergeRoutes({
      ...context,
      uploadFiles: (mailboxId, read) => uploadFiles(context, mailboxId, read),
    }),
    ...messageRoutes(context),
    ...removedMessageRoutes(context),
    ...draftRoutes(context),
    ...sendingRoutes(context),
    ...periodicRoutes(context),
    ...spamCheckRoutes(context),
    ...recallRoutes(context),
    ...trackingRoutes(context),
    ...searchRoutes(context),
    ...recipientRoutes(context),
    ...attachmentRoutes(context),
    ...driveMailRoutes(context),
    ...notificationRoutes(context),
    ...pushRoutes(context),
    ...senderRoutes(context),
    ...settingsRoutes(context),
    ...templateRoutes(context),
    ...domainTemplateRoutes(context),
    ...ruleRoutes(context),
    ...forwardingRoutes(context),
    ...groupRoutes(context),
    ...roomRoutes(context),
    ...ownGroupRoutes({ ...context, limits }),
    ...remoteImageRoutes(context),
    ...unsubscribeRoutes(context),
    ...newsletterRoutes(context),
    ...storageRoutes(context),
    ...invitationRoutes({
      ...context,
      schedulingOf: (mailboxId, person) => schedulingOf(context, mailboxId, person),
    }),
    ...invoiceRoutes(context),
    ...receiptRoutes(context),
    ...previewRoutes(context),
    ...thumbnailRoutes(context),
    ...officeRoutes({ ...context, publicUrl: context.config.http.publicUrl.replace(/\/+$/, '') }),
    ...clientErrorRoutes(context),
    ...driveTransferRoutes(context),
    ...tusRoutes(context),
  ];
}
