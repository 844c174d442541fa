import {
  getSentNotice,
  listNotifications as listNotificationsRoute,
  listSent as listSentRoute,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { presentDelivery, presentNotice, presentNotification } from './present-notification.ts';
import { findSent, listNotifications, listSent } from './store.ts';

/** Spec 2 section 9. */
const windowMs = 7 * 24 * 3_600_000;

export function notificationRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  serve(app, listNotificationsRoute, async ({ principal, body }) => {
    const to = body.endDate === undefined ? clock.now() : Date.parse(body.endDate);
    const from = body.startDate === undefined ? to - windowMs : Date.parse(body.startDate);
    if (from > to) throw invalid({ StartDate: ['StartDate must be before EndDate'] });
    const { notifications, total } = await listNotifications(db, principal.userId, {
      from,
      to,
      count: body.count,
    });
    return { notifications: notifications.map(presentNotification), total };
  });

  serve(app, listSentRoute, async ({ principal, query }) => {
    const { notices, total } = await listSent(db, principal.organizationId, query);
    return {
      total,
      notices: notices.map((row) => ({
        ...presentNotice(row),
        counts: {
          people: row.people,
          muted: row.muted,
          accepted: row.accepted,
          failed: row.failed,
          waiting: row.waiting,
        },
      })),
    };
  });

  serve(app, getSentNotice, async ({ principal, params }) => {
    const recipients = await findSent(db, keyOf(principal, params.id));
    if (!recipients) throw notFound('The notice');
    return {
      recipients: recipients.map(({ deliveries, ...recipient }) => ({
        ...recipient,
        deliveries: deliveries.map(presentDelivery),
      })),
    };
  });
}
