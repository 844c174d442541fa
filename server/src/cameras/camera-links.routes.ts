import type { CameraLink } from '@allclear/contract';
import * as contract from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf, systemActor } from '../platform/actor.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { serve } from '../platform/http/serve.ts';
import type { CameraContext } from './camera-context.ts';
import {
  countCameraLinkView,
  findCameraLink,
  insertCameraLink,
  type ListedCameraLink,
  listCameraLinks,
  makeCameraToken,
  maxCameraLinks,
  revokeCameraLink,
  SharingIsOff,
  saveCameraSharing,
  TooManyCameraLinks,
} from './camera-links.store.ts';
import { camerasByIds, findCamera } from './cameras.store.ts';

const hourMs = 3_600_000;
const actor = systemActor('camera-link-use');
/** Of one network: what tries out tokens comes no further. */
const openingsPerMinute = 30;

/** Links by which somebody without an account watches a camera. They use wall time, as every sign-in does. */
export function cameraLinkRoutes(app: FastifyInstance, { db, wallNow }: CameraContext): void {
  serve(app, contract.listCameraLinks, async ({ principal }) =>
    (await listCameraLinks(db, principal.organizationId)).map((link) => present(link, wallNow())),
  );

  serve(
    app,
    contract.addCameraLink,
    async ({ principal, body: { name, cameraId, hours } }) => {
      const { organizationId, userId } = principal;
      const camera = await findCamera(db, keyOf(principal, cameraId));
      if (!camera) throw notFound('The camera');
      const { token, hash } = makeCameraToken();
      const now = wallNow();
      const link = { name, cameraId: camera.id, userId, hash, now, expiresAt: now + hours * hourMs };
      const id = await insertCameraLink(db, actorOf(principal), organizationId, link).catch(explain);
      const made = (await listCameraLinks(db, organizationId)).find((one) => one.id === id);
      if (!made) throw notFound('The share link');
      return { ...present(made, now), token };
    },
    { isSecret: true },
  );

  serve(app, contract.deleteCameraLink, async ({ principal, params }) => {
    if (!(await revokeCameraLink(db, actorOf(principal), keyOf(principal, params.id), wallNow())))
      throw notFound('The share link');
    return { id: params.id };
  });

  serve(app, contract.setCameraSharing, async ({ principal, body: { sharing } }) => {
    await saveCameraSharing(db, actorOf(principal), principal.organizationId, sharing, wallNow());
    return { sharing };
  });

  serve(
    app,
    contract.openCameraLink,
    async ({ body, reply }) => {
      const link = await findCameraLink(db, body.token, wallNow());
      const [camera] = link ? await camerasByIds(db, [link.cameraId]) : [];
      if (!link || !camera) throw notFound('The link');
      await countCameraLinkView(db, actor, link.id, wallNow());
      reply.header('cache-control', 'no-store');
      return {
        ...{ cameraId: camera.id, cameraName: camera.name, organizationName: link.organizationName },
        ...{ simulated: camera.kind === 'simulated', expiresUtc: isoTime(link.expiresAt) },
      };
    },
    { isSecret: true, writesPerMinute: openingsPerMinute },
  );
}

function explain(error: unknown): never {
  if (error instanceof SharingIsOff) throw conflict('Share links are switched off in this organization.');
  if (error instanceof TooManyCameraLinks)
    throw conflict(`An organization can have at most ${maxCameraLinks} share links.`);
  throw error;
}

function present({ createdAt, expiresAt, lastUsedAt, ...link }: ListedCameraLink, now: number): CameraLink {
  return {
    ...link,
    ...{ createdUtc: isoTime(createdAt), expiresUtc: isoTime(expiresAt) },
    ...{ expired: expiresAt <= now, lastUsedUtc: isoTime(lastUsedAt) },
  };
}
