import { hash } from 'node:crypto';
import { cameraTexts, liveStreamProtocol } from '@allclear/contract';
import { isUsedUp } from '@allclear/domain';
import type { FastifyRequest } from 'fastify';
import { groupOf } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { ApiError, forbidden, invalid, notFound, notSignedIn } from '../../platform/http/errors.ts';
import type { Authenticate, Principal } from '../../platform/http/serve.ts';
import { type CameraContext, readMonth } from '../camera-context.ts';
import { findCameraLink, isCameraToken } from '../camera-links.store.ts';
import { findCamera, type StoredCamera } from '../cameras.store.ts';
import type { Viewer, ViewingRight } from './live-session.ts';

export interface Admission {
  readonly viewer: Viewer;
  readonly camera: StoredCamera;
}

export interface AdmissionContext extends CameraContext {
  readonly authenticate: Authenticate;
  /** Of the installation. */
  readonly url: string;
}

/** Decides about a request for a live stream before it is upgraded; throws the refusal. */
export async function admitViewer(
  context: AdmissionContext,
  request: FastifyRequest,
  cameraId: string,
): Promise<Admission> {
  requireOrigin(request, context.url);
  const token = tokenOf(request.headers['sec-websocket-protocol']);
  const admission = isCameraToken(token)
    ? await byLink(context, token, cameraId)
    : await byAccessToken(context, request, token, cameraId);
  const { consumedMs, allowedMinutes } = await readMonth(context, admission.viewer.organizationId);
  if (allowedMinutes === null) throw notFound('The camera');
  if (isUsedUp(consumedMs, allowedMinutes)) throw forbidden(cameraTexts.usedUp);
  return admission;
}

/** A page of another origin is refused; a program sends none. */
function requireOrigin({ headers }: FastifyRequest, url: string): void {
  const { origin, host } = headers;
  if (origin === undefined || origin === new URL(url).origin) return;
  const given = URL.parse(origin);
  if (given === null || given.host !== host) throw forbidden();
}

/** The token of the sub-protocols that a client offers: beside ours, or alone. */
function tokenOf(header: string | undefined): string {
  const offered = (header ?? '').split(',').map((one) => one.trim());
  const token = offered.find((one) => one !== '' && one !== liveStreamProtocol);
  if (token === undefined || offered.length > 2 || token.length > 4_000)
    throw invalid({ ServerError: [`Offer the sub-protocols ${liveStreamProtocol} and a token.`] });
  return token;
}

const digestOf = (token: string) => hash('sha256', token, 'base64url');

async function byLink(context: AdmissionContext, token: string, cameraId: string): Promise<Admission> {
  const link = await findCameraLink(context.db, token, context.wallNow());
  if (!link) throw notSignedIn();
  const camera =
    link.cameraId === cameraId.toLowerCase()
      ? await findCamera(context.db, keyOf(link, link.cameraId))
      : undefined;
  if (!camera) throw notFound('The camera');
  const { id, name, organizationId, userId } = link;
  return { viewer: { organizationId, userId, link: { id, name }, right: { kind: 'link' } }, camera };
}

async function byAccessToken(
  context: AdmissionContext,
  request: FastifyRequest,
  token: string,
  cameraId: string,
): Promise<Admission> {
  const { ip, socket } = request;
  const from = { headers: { authorization: `Bearer ${token}` }, ip, socket };
  const find = async () => {
    const principal = await context.authenticate(from);
    return visibleCamera(context, principal as Principal | null, cameraId);
  };
  const { principal, camera } = await find();
  const { organizationId, userId } = principal;
  const sees = async () => (await findVisible(context.db, principal, cameraId)) !== undefined;
  const isValid = () =>
    find().then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      },
    );
  // A token ends after minutes, and the page renews it: the sign-in is what counts. A key may have lost a permission.
  const right: ViewingRight =
    principal.via === 'token'
      ? { kind: 'sign-in', signedIn: principal, sees: principal.role === 'assistant-admin' ? sees : null }
      : { kind: 'key', digest: digestOf(token), isValid };
  return { viewer: { organizationId, userId, link: null, right }, camera };
}

async function visibleCamera({ db }: AdmissionContext, principal: Principal | null, cameraId: string) {
  if (principal === null) throw notSignedIn();
  // Operators, displays and keys of some places watch nothing.
  if (principal.organizationId === null || principal.places !== null) throw forbidden();
  if (!principal.permissions.includes('live_camera.access')) throw forbidden();
  const camera = await findVisible(db, principal, cameraId);
  if (!camera) throw notFound('The camera');
  return { principal, camera };
}

async function findVisible(db: Database, principal: Principal, cameraId: string) {
  const group = await groupOf(db, principal);
  return group === null ? undefined : findCamera(db, keyOf(principal, cameraId), group);
}
