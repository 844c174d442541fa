import * as contract from '@allclear/contract';
import { checkWidget, isEmailAddress } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { ForecastSource } from '../forecasts/index.ts';
import { findUser } from '../organizations/index.ts';
import { type Actor, actorOf } from '../platform/actor.ts';
import { type Clock, wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { draftOf, presentChoices, presentWidget } from './present-widget.ts';
import type { PublicWidgets } from './public-widgets.ts';
import { OpenedByAdmins, reachOf } from './widget-admins.ts';
import { queueGuide } from './widget-guides.store.ts';
import { readWidgetOrganization, surroundingsOf } from './widget-surroundings.ts';
import { equipmentOfPlaces } from './widget-weather.ts';
import {
  changeWidget,
  findWidget,
  findWidgetOrganization,
  insertWidget,
  listWidgets,
  maxWidgets,
  removeWidget,
  replaceAddress,
  type StoredWidget,
  searchOrganizations,
  TooManyWidgets,
  type WidgetCheck,
} from './widgets.store.ts';

export interface WidgetRoutesContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly widgets: PublicWidgets;
  readonly airQuality: ForecastSource | null;
  /** Where widgets are: `https://weather.example/widget/`. */
  readonly host: string;
  readonly hasMail: boolean;
}

/** Choices of the search for an organization (specification 3, section 2.7). */
const maxFoundOrganizations = 3;
/** Of one person: every one of them is a mail to somebody. */
const guidesPerMinute = 5;

/** Widgets as those who build them see them (specification 3, section 7). */
export function widgetRoutes(app: FastifyInstance, context: WidgetRoutesContext): void {
  readRoutes(app, context);
  changeRoutes(app, context);
  guideRoute(app, context);
}

/** Widgets in the form of the wire; the organization of many is read once. */
async function presentAll({ db, host }: WidgetRoutesContext, widgets: readonly StoredWidget[]) {
  const data = new Map<string, Awaited<ReturnType<typeof readWidgetOrganization>>>();
  for (const { organizationId } of widgets)
    if (!data.has(organizationId)) data.set(organizationId, await readWidgetOrganization(db, organizationId));
  return widgets.flatMap((widget) => {
    const of = data.get(widget.organizationId);
    return of ? [presentWidget(widget, of, host)] : [];
  });
}

async function presentOne(context: WidgetRoutesContext, widget: StoredWidget) {
  return presentWidget(widget, await readWidgetOrganization(context.db, widget.organizationId), context.host);
}

function readRoutes(app: FastifyInstance, context: WidgetRoutesContext): void {
  const { db, clock, airQuality, widgets } = context;
  const opened = new OpenedByAdmins({ db, clock });

  serve(app, contract.listAllWidgets, async ({ principal }) => {
    const found = await listWidgets(db, await reachOf(db, principal));
    await opened.note(
      principal,
      found.map(({ organizationId }) => organizationId),
    );
    return presentAll(context, found);
  });

  serve(app, contract.listWidgets, async ({ principal, params }) => {
    const { id } = await organizationOf(db, principal, params.customerId);
    await opened.note(principal, [id]);
    return presentAll(context, await listWidgets(db, id));
  });

  serve(app, contract.findWidgetOrganizations, async ({ principal, query }) => {
    if ((await reachOf(db, principal)) !== null) throw forbidden();
    const name = query.name.trim();
    return name === '' ? [] : searchOrganizations(db, name, maxFoundOrganizations);
  });

  serve(app, contract.widgetChoices, async ({ principal, params }) => {
    const { id } = await organizationOf(db, principal, params.customerId);
    await opened.note(principal, [id]);
    const data = await readWidgetOrganization(db, id);
    return presentChoices(data, await equipmentOfPlaces(db, airQuality, data, clock.now()));
  });

  serve(app, contract.getWidget, async ({ principal, params }) => {
    const widget = await findWidget(db, { scope: await reachOf(db, principal), id: params.id });
    if (!widget) throw notFound('The widget');
    await opened.note(principal, [widget.organizationId]);
    return presentOne(context, widget);
  });

  serve(app, contract.previewWidget, async ({ principal, body }) => {
    const organization = await organizationOf(db, principal, body.customerId);
    await opened.note(principal, [organization.id]);
    const { messageExpiresAt, ...draft } = draftOf(body);
    return widgets.preview({
      ...draft,
      ...{ conditions: [...draft.conditions], policyIds: [...draft.policyIds] },
      ...{ messageExpiresAt: finite(messageExpiresAt) },
      ...{ id: '', publicId: '', organizationId: organization.id, organizationName: organization.name },
      ...{ revision: 0, fieldRevisions: {}, createdBy: null, createdAt: 0, updatedAt: 0 },
    });
  });
}

const finite = (at: number | null) => (at === null || Number.isFinite(at) ? at : null);

function changeRoutes(app: FastifyInstance, context: WidgetRoutesContext): void {
  const { db, clock, widgets } = context;

  serve(app, contract.addWidget, async ({ principal, body: { customerId, ...form } }) => {
    const { id } = await organizationOf(db, principal, customerId ?? principal.organizationId);
    const draft = draftOf(form);
    const saving = { now: clock.now(), check: checkOf(draft, clock.now()) };
    const owner = { organizationId: id, createdBy: principal.userId };
    const widget = await insertWidget(db, actorOf(principal), owner, draft, saving).catch(
      (error: unknown) => {
        if (error instanceof TooManyWidgets)
          throw conflict(`An organization can have at most ${maxWidgets} widgets.`);
        throw error;
      },
    );
    return presentOne(context, widget);
  });

  serve(app, contract.changeWidget, async ({ principal, params, body: { revision, ...form } }) => {
    const draft = draftOf(form);
    const key = { scope: await reachOf(db, principal), id: params.id, revision };
    const saving = { now: clock.now(), check: checkOf(draft, clock.now()) };
    return inForce(await changeWidget(db, actorOf(principal), key, draft, saving));
  });

  serve(app, contract.replaceWidgetAddress, async ({ principal, params }) => {
    const key = { scope: await reachOf(db, principal), id: params.id };
    return inForce(await replaceAddress(db, actorOf(principal), key, clock.now()));
  });

  serve(app, contract.deleteWidget, async ({ principal, params }) => {
    const key = { scope: await reachOf(db, principal), id: params.id };
    const removed = await removeWidget(db, actorOf(principal), key, clock.now());
    if (!removed) throw notFound('The widget');
    await widgets.changed(removed.organizationId);
    return { id: params.id };
  });

  async function inForce(widget: StoredWidget | undefined) {
    if (!widget) throw notFound('The widget');
    await widgets.changed(widget.organizationId);
    return presentOne(context, widget);
  }
}

/** The texts of the specification, in the transaction that saves. */
function checkOf(draft: ReturnType<typeof draftOf>, now: number): WidgetCheck {
  return async (transaction, organizationId, before) => {
    const data = await readWidgetOrganization(transaction, organizationId);
    const errors = checkWidget(draft, surroundingsOf(draft, data), {
      now,
      storedExpiresAt: before?.messageExpiresAt ?? null,
    });
    if (Object.keys(errors).length > 0) throw invalid(errors);
  };
}

function guideRoute(app: FastifyInstance, context: WidgetRoutesContext): void {
  const { db, hasMail } = context;
  serve(
    app,
    contract.mailWidgetGuide,
    async ({ principal, body }) => {
      const recipient = body.recipient.trim();
      if (!isEmailAddress(recipient)) throw invalid({ Recipient: ['Please enter a valid email address.'] });
      const widget = await findWidget(db, { scope: await reachOf(db, principal), id: body.widgetId });
      if (!widget) throw notFound('The widget');
      if (!hasMail) throw conflict('This installation sends no mail.');
      const actor: Actor = actorOf(principal);
      await queueGuide(db, actor, {
        ...{ organizationId: widget.organizationId, widgetId: widget.id, userId: principal.userId },
        ...{ recipient, sender: body.sender.trim() || (await nameOf(db, principal)), now: wallNow() },
      });
      return { recipient };
    },
    { writesPerMinute: guidesPerMinute },
  );
}

async function nameOf(db: Database, principal: Principal): Promise<string> {
  const user = await findUser(db, keyOf(principal, principal.userId));
  return [user?.firstName, user?.lastName].filter(Boolean).join(' ') || 'Somebody';
}

/** The own organization, or for a full widget admin any. */
async function organizationOf(db: Database, principal: Principal, id: string) {
  const reach = await reachOf(db, principal);
  const found =
    reach === null || id.toLowerCase() === reach ? await findWidgetOrganization(db, id) : undefined;
  if (!found) throw notFound('The organization');
  return found;
}
