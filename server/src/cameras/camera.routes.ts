import type { Camera, CameraSettings } from '@allclear/contract';
import * as contract from '@allclear/contract';
import { checkCamera, consumedMinutesOf, isUsedUp } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { groupOf } from '../people/index.ts';
import { actorOf } from '../platform/actor.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { addressOf, type CameraContext, passwordPurpose, readMonth } from './camera-context.ts';
import { readCameraSharing } from './camera-links.store.ts';
import { cameraAllowances, type LoggedView, listViews } from './camera-sessions.store.ts';
import {
  type CameraInput,
  CameraNameTaken,
  changeCamera,
  findCamera,
  insertCamera,
  listCameras,
  maxCameras,
  PasswordNeeded,
  removeCamera,
  type StoredCamera,
  TooManyCameras,
  UnknownPlace,
} from './cameras.store.ts';
import { tryCamera } from './check-camera.ts';

/** Checks of one person: each opens a connection to a camera. */
const checksPerMinute = 10;

/** Live cameras: what may be watched, what was, and their setup (specification 3, sections 2.9 and 7). */
export function cameraRoutes(app: FastifyInstance, context: CameraContext): void {
  watchRoutes(app, context);
  logRoutes(app, context);
  setupRoutes(app, context);
}

/** The cameras that a caller may watch; none where the organization has no live camera feed. */
async function watchable(context: CameraContext, principal: Principal): Promise<StoredCamera[]> {
  const { db } = context;
  const { organizationId } = principal;
  if (((await cameraAllowances(db, [organizationId])).get(organizationId) ?? null) === null) return [];
  const group = await groupOf(db, principal);
  return group === null ? [] : listCameras(db, organizationId, group);
}

function requireOwn(principal: Principal, customerId: string): string {
  if (customerId.toLowerCase() !== principal.organizationId) throw notFound('The organization');
  return principal.organizationId;
}

function watchRoutes(app: FastifyInstance, context: CameraContext): void {
  serve(app, contract.listAllCameras, async ({ principal }) => {
    if (principal.role !== 'super-admin') throw forbidden();
    return (await watchable(context, principal)).map((camera) => present(context, camera));
  });

  serve(app, contract.listCameras, async ({ principal, params }) => {
    requireOwn(principal, params.customerId);
    return (await watchable(context, principal)).map((camera) => present(context, camera));
  });

  serve(app, contract.getConsumedMinutes, async ({ principal, params }) => {
    const id = requireOwn(principal, params.customerId);
    const { timeZone, month, consumedMs, allowedMinutes } = await readMonth(context, id);
    return {
      ...{ consumedMinutes: consumedMinutesOf(consumedMs), consumedSeconds: Math.floor(consumedMs / 1_000) },
      ...{ allowedMinutes, usedUp: isUsedUp(consumedMs, allowedMinutes), timeZone },
      nextMonthUtc: isoTime(month.to),
      sharing: await readCameraSharing(context.db, id),
    };
  });
}

function logRoutes(app: FastifyInstance, context: CameraContext): void {
  const { db, wallNow } = context;

  serve(app, contract.listCameraLogs, async ({ principal, params, query }) => {
    const id = requireOwn(principal, params.customerId);
    const { month } = await readMonth(context, id, query.monthOffset);
    return (await listViews(db, id, month, wallNow())).map((view) => ({
      ...{ id: view.id, cameraFeedName: view.cameraName, userName: view.userName },
      ...{ start: isoTime(view.startedAt), duration: view.seconds, open: view.open },
    }));
  });

  serve(app, contract.getCameraUsage, async ({ principal, params, query }) => {
    const id = requireOwn(principal, params.customerId);
    const { month, consumedMs, allowedMinutes } = await readMonth(context, id, query.monthOffset);
    const views = await listViews(db, id, month, wallNow());
    return {
      ...{ month: month.name, allowedMinutes, consumedSeconds: Math.floor(consumedMs / 1_000) },
      byCamera: sumBy(views, ({ cameraName }) => cameraName),
      byUser: sumBy(views, ({ userName }) => userName),
    };
  });
}

function sumBy(views: readonly LoggedView[], nameOf: (view: LoggedView) => string) {
  const sums = new Map<string, number>();
  for (const view of views) sums.set(nameOf(view), (sums.get(nameOf(view)) ?? 0) + view.seconds);
  return [...sums].map(([name, seconds]) => ({ name, seconds })).sort((a, b) => b.seconds - a.seconds);
}

function setupRoutes(app: FastifyInstance, context: CameraContext): void {
  const { db, wallNow } = context;
  const found = async (principal: Principal, id: string) => {
    const camera = await findCamera(db, keyOf(principal, id));
    if (!camera) throw notFound('The camera');
    return camera;
  };

  serve(app, contract.getCameraSettings, async ({ principal, params }) =>
    presentSettings(context, await found(principal, params.id)),
  );

  serve(app, contract.addCamera, async ({ principal, body }) => {
    const input = checkedInput(context, principal, body);
    const { organizationId } = principal;
    const added = insertCamera(db, actorOf(principal), organizationId, input, wallNow());
    return presentSettings(context, await added.catch(explain));
  });

  serve(app, contract.changeCamera, async ({ principal, params, body: { revision, ...body } }) => {
    const input = checkedInput(context, principal, body);
    const key = { ...keyOf(principal, params.id), revision };
    const changed = await changeCamera(db, actorOf(principal), key, input, wallNow()).catch(explain);
    if (!changed) throw notFound('The camera');
    return presentSettings(context, changed);
  });

  serve(app, contract.deleteCamera, async ({ principal, params }) => {
    if (!(await removeCamera(db, actorOf(principal), keyOf(principal, params.id), wallNow())))
      throw notFound('The camera');
    return { id: params.id };
  });

  serve(
    app,
    contract.checkCamera,
    async ({ principal, params }) =>
      tryCamera(context.sources.source(addressOf(context, await found(principal, params.id)))),
    { writesPerMinute: checksPerMinute },
  );
}

function checkedInput(
  { secrets }: CameraContext,
  { organizationId }: Principal,
  form: contract.BodyOf<typeof contract.addCamera>,
): CameraInput {
  const simulated = form.kind === 'simulated';
  const draft = {
    ...{ name: form.name.normalize('NFC').trim(), kind: form.kind, password: form.password },
    ...{ address: form.address.trim(), username: simulated ? '' : form.username },
  };
  const errors = checkCamera(draft);
  const parsed = URL.parse(draft.address);
  if (!simulated && errors.Address === undefined) {
    const fault = addressFault(parsed, draft.kind);
    if (fault !== null) errors.Address = [fault];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    ...{ name: draft.name, kind: draft.kind, address: draft.address, username: draft.username },
    password: simulated ? null : sealed(draft.password),
    organizationLocationId: form.organizationLocationId ?? null,
  };

  function sealed(password: string | undefined) {
    return password
      ? secrets.seal(password, passwordPurpose(organizationId))
      : password === ''
        ? null
        : undefined;
  }
}

/** Where the address leads is judged when the camera is opened, and shown as its problem. */
function addressFault(address: URL | null, kind: string): string | null {
  const protocols = kind === 'rtsp' ? ['rtsp:'] : ['http:', 'https:'];
  if (address === null || !protocols.includes(address.protocol) || address.hostname === '')
    return `Address must start with ${protocols.map((one) => `${one}//`).join(' or ')}`;
  if (address.username !== '' || address.password !== '')
    return 'Address cannot have a user name or password: they have fields of their own';
  return null;
}

function explain(error: unknown): never {
  if (error instanceof CameraNameTaken) throw invalid({ Name: ['A camera with this name exists already'] });
  if (error instanceof UnknownPlace) throw notFound('The location');
  if (error instanceof PasswordNeeded)
    throw invalid({ Password: ['Enter the password again: the address leads to another host.'] });
  if (error instanceof TooManyCameras)
    throw conflict(`An organization can have at most ${maxCameras} cameras.`);
  throw error;
}

function present(context: CameraContext, camera: StoredCamera): Camera {
  const { id, name, organizationId, kind, organizationLocationId, locationName, revision } = camera;
  return {
    ...{ id, name, customerId: organizationId, kind, simulated: kind === 'simulated', revision },
    ...{ organizationLocationId, organizationLocationName: locationName },
    problem: context.sources.source({ kind, url: camera.address, username: '', password: '' }).problem,
  };
}

function presentSettings(context: CameraContext, camera: StoredCamera): CameraSettings {
  const { address, username, password } = camera;
  return { ...present(context, camera), address, username, hasPassword: password !== null };
}
