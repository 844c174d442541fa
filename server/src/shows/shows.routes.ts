import * as contract from '@allclear/contract';
import { showProblems } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { cameraNames } from '../cameras/index.ts';
import { listOrganizationLocations } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import { type Clock, wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import type { PublicShows } from './public-shows.ts';
import {
  countLiveLinks,
  insertShowLink,
  type ListedShowLink,
  listShowLinks,
  makeShowToken,
  maxShowLinks,
  removeShowLink,
  TooManyShowLinks,
} from './show-links.store.ts';
import {
  changeShow,
  findShow,
  insertShow,
  listShows,
  maxShows,
  removeShow,
  requireOwn,
  type StoredShow,
  TooManyShows,
  UnknownCamera,
  UnknownPlace,
} from './shows.store.ts';

export interface ShowRoutesContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly shows: PublicShows;
}

const dayMs = 24 * 3_600_000;

/** Shows, and the links that open them, as those who make them see them. */
export function showRoutes(app: FastifyInstance, context: ShowRoutesContext): void {
  readRoutes(app, context);
  changeRoutes(app, context);
  linkRoutes(app, context);
}

/** The person holds the permission of the route; the organization has to hold the broadcast view as well. */
function organizationOf({ organizationId, permissions }: Principal): string {
  if (!permissions.includes('broadcast.view.access')) throw forbidden();
  return organizationId;
}

const mayWatch = ({ permissions }: Principal) => permissions.includes('live_camera.access');

function readRoutes(app: FastifyInstance, context: ShowRoutesContext): void {
  const { db, clock, shows } = context;

  serve(app, contract.listShows, async ({ principal }) => {
    const organizationId = organizationOf(principal);
    return presentAll(context, organizationId, await listShows(db, organizationId));
  });

  serve(app, contract.showChoices, async ({ principal }) => {
    const organizationId = organizationOf(principal);
    const places = await listOrganizationLocations(db, organizationId);
    return {
      places: places.map(({ id, name, latitude, longitude }) => ({ id, name, latitude, longitude })),
      cameras: mayWatch(principal) ? await cameraNames(db, organizationId) : [],
    };
  });

  serve(app, contract.getShow, async ({ principal, params }) => {
    organizationOf(principal);
    return presentOne(context, await findShow(db, keyOf(principal, params.id)));
  });

  serve(app, contract.previewShow, async ({ principal, body }) => {
    const organizationId = organizationOf(principal);
    const draft = await checkedDraft(db, principal, body);
    const at = clock.now();
    return shows.preview({
      ...{ ...draft, id: '', organizationId, revision: 0, fieldRevisions: {} },
      ...{ createdAt: at, updatedAt: at },
    });
  });
}

function changeRoutes(app: FastifyInstance, context: ShowRoutesContext): void {
  const { db, clock, shows } = context;

  serve(app, contract.addShow, async ({ principal, body }) => {
    const organizationId = organizationOf(principal);
    const draft = await checkedDraft(db, principal, body);
    const added = insertShow(db, actorOf(principal), organizationId, draft, clock.now());
    return presentOne(context, await added.catch(explain));
  });

  serve(app, contract.changeShow, async ({ principal, params, body: { revision, ...form } }) => {
    organizationOf(principal);
    if (!(await findShow(db, keyOf(principal, params.id)))) throw notFound('The show');
    const draft = await checkedDraft(db, principal, form);
    const key = { ...keyOf(principal, params.id), revision };
    const changed = await changeShow(db, actorOf(principal), key, draft, clock.now()).catch(explain);
    await shows.changed();
    return presentOne(context, changed);
  });

  serve(app, contract.deleteShow, async ({ principal, params }) => {
    organizationOf(principal);
    if (!(await removeShow(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The show');
    await shows.changed();
    return { id: params.id };
  });
}

/** Links use wall time, as every sign-in does. */
function linkRoutes(app: FastifyInstance, { db, shows }: ShowRoutesContext): void {
  serve(app, contract.listShowLinks, async ({ principal, params }) => {
    organizationOf(principal);
    const key = keyOf(principal, params.id);
    if (!(await findShow(db, key))) throw notFound('The show');
    return (await listShowLinks(db, key)).map((link) => presentLink(link, wallNow()));
  });

  serve(
    app,
    contract.addShowLink,
    async ({ principal, params, body: { name, days } }) => {
      organizationOf(principal);
      const show = await findShow(db, keyOf(principal, params.id));
      if (!show) throw notFound('The show');
      const { token, hash } = makeShowToken();
      const now = wallNow();
      const link = { name, userId: principal.userId, hash, now, expiresAt: now + days * dayMs };
      const made = await insertShowLink(db, actorOf(principal), show, link).catch(explain);
      if (!made) throw notFound('The show');
      return { ...presentLink(made, now), token };
    },
    { isSecret: true },
  );

  serve(app, contract.deleteShowLink, async ({ principal, params }) => {
    organizationOf(principal);
    const key = { ...keyOf(principal, params.linkId), showId: params.id };
    if (!(await removeShowLink(db, actorOf(principal), key))) throw notFound('The link');
    await shows.changed();
    return { id: params.linkId };
  });
}

function explain(error: unknown): never {
  if (error instanceof UnknownPlace) throw notFound('The location');
  if (error instanceof UnknownCamera) throw notFound('The camera');
  if (error instanceof TooManyShows)
    throw conflict(`An organization can have at most ${maxShows} shows. Delete one first.`);
  if (error instanceof TooManyShowLinks)
    throw conflict(`A show can have at most ${maxShowLinks} links. Revoke one first.`);
  throw error;
}

/**
 * A form as it is stored. Throws 404 for a place or a camera of no or another organization, 400 for a place that the show
 * does not have, 403 for a camera where the person may watch none: whoever has a link of the show sees it.
 */
async function checkedDraft(
  db: Database,
  principal: Principal,
  { name, layout, placeIds, scenes, ticker, showsClock }: contract.ShowForm,
) {
  const draft = {
    ...{ name: name.normalize('NFC'), layout, ticker, showsClock },
    placeIds: [...new Set(placeIds.map((id) => id.toLowerCase()))],
    scenes: scenes.map(withPlainIds),
  };
  if (draft.scenes.some(({ kind }) => kind === 'camera') && !mayWatch(principal)) throw forbidden();
  await requireOwn(db, principal.organizationId, draft).catch(explain);
  const errors: Record<string, string[]> = {};
  for (const [index, scene] of draft.scenes.entries())
    if ('placeId' in scene && !draft.placeIds.includes(scene.placeId))
      errors[`Scenes.${index + 1}.placeId`] = [`Scene ${index + 1} must be about a place of the show.`];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return draft;
}

/** An id in the spelling of the store. */
function withPlainIds(scene: contract.Scene): contract.Scene {
  if (scene.kind === 'camera') return { ...scene, cameraId: scene.cameraId.toLowerCase() };
  return 'placeId' in scene ? { ...scene, placeId: scene.placeId.toLowerCase() } : scene;
}

async function presentAll(
  { db }: ShowRoutesContext,
  organizationId: string,
  shows: readonly StoredShow[],
): Promise<contract.Show[]> {
  const links = await countLiveLinks(db, organizationId, wallNow());
  const existing = (await listOrganizationLocations(db, organizationId)).map(({ id }) => id);
  const cameras = (await cameraNames(db, organizationId)).map(({ id }) => id);
  return shows.map(({ id, name, layout, placeIds, scenes, ticker, showsClock, revision, updatedAt }) => ({
    ...{ id, name, layout, placeIds: [...placeIds], scenes: [...scenes], ticker, showsClock, revision },
    ...{ changedUtc: isoTime(updatedAt), links: links.get(id) ?? 0 },
    problems: showProblems({ placeIds, scenes }, existing, cameras),
  }));
}

async function presentOne(context: ShowRoutesContext, show: StoredShow | undefined): Promise<contract.Show> {
  const [presented] = show ? await presentAll(context, show.organizationId, [show]) : [];
  if (!presented) throw notFound('The show');
  return presented;
}

function presentLink(
  { createdAt, expiresAt, lastUsedAt, ...link }: ListedShowLink,
  now: number,
): contract.ShowLink {
  return {
    ...link,
    ...{ createdUtc: isoTime(createdAt), expiresUtc: isoTime(expiresAt) },
    ...{ expired: expiresAt <= now, lastUsedUtc: isoTime(lastUsedAt) },
  };
}
