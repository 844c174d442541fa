/** How long the parts of a live camera session may take, ms (specification 3, section 9). */
export interface CameraTimes {
  readonly connectMs: number;
  readonly viewingMs: number;
  readonly continueMs: number;
  readonly keepAliveMs: number;
}

/** A session of a viewer: connecting until the camera's first picture, then streaming. Epoch ms. */
export interface CameraSession {
  readonly openedAt: number;
  /** Null while connecting. */
  readonly streamingSince: number | null;
  /** From when the time of viewing counts. */
  readonly viewingSince: number;
  /** Texts that were sent and have no pong yet. */
  readonly unanswered: number;
  readonly textAt: number;
}

export type CameraSessionEvent = 'picture' | 'pong' | 'continue' | 'text';

/** Why a session ends; `silent` is a client that answers no texts. */
export type CameraSessionEnd = 'unable' | 'inactive' | 'silent';

export function openCameraSession(now: number): CameraSession {
  return { openedAt: now, streamingSince: null, viewingSince: now, unanswered: 0, textAt: now };
}

export function afterCameraEvent(
  session: CameraSession,
  event: CameraSessionEvent,
  now: number,
): CameraSession {
  switch (event) {
    case 'picture':
      return session.streamingSince === null
        ? { ...session, streamingSince: now, viewingSince: now }
        : session;
    case 'pong':
      return { ...session, unanswered: Math.max(0, session.unanswered - 1) };
    case 'continue':
      return session.streamingSince === null ? session : { ...session, viewingSince: now };
    case 'text':
      return { ...session, unanswered: session.unanswered + 1, textAt: now };
  }
}

/** What is due at an instant: an end, a text that keeps the session alive, or nothing. */
export function cameraSessionDue(
  session: CameraSession,
  now: number,
  times: CameraTimes,
): CameraSessionEnd | 'text' | null {
  const { openedAt, streamingSince, viewingSince, unanswered, textAt } = session;
  if (streamingSince === null && now - openedAt >= times.connectMs) return 'unable';
  if (streamingSince !== null && now - viewingSince >= times.viewingMs + times.continueMs) return 'inactive';
  if (now - textAt < times.keepAliveMs) return null;
  return unanswered >= 2 ? 'silent' : 'text';
}
