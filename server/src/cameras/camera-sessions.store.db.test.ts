import { randomUUID } from 'node:crypto';
import { cameraMonth } from '@allclear/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { openTestServer, type TestServer } from '../../test/test-server.ts';
import { consumedMs, endLostViews, listViews, saveViews, type ViewRecord } from './camera-sessions.store.ts';

const timeZone = 'America/Chicago';
/** Before the clocks of the zone change, so that a history may lie over it. */
const begin = Date.UTC(2026, 1, 20);
const end = Date.UTC(2026, 5, 15);

let server: TestServer;
let organizationId: string;
let person: string;
beforeAll(async () => {
  server = await openTestServer();
  const made = await server.organization('Our District');
  organizationId = made.organizationId;
  person = made.people.admin.id;
});
afterAll(() => server.close());

/** A viewer: pictures for some seconds, a pause without any, pictures again, and perhaps a kill before the end. */
const viewer = fc.record({
  startedAt: fc.integer({ min: 0, max: 60 * 86_400 }).map((seconds) => begin + seconds * 1_000),
  stretches: fc.array(
    fc.record({
      seconds: fc.integer({ min: 0, max: 9_000 }),
      pauseSeconds: fc.integer({ min: 0, max: 600 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  isKilled: fc.boolean(),
});

test('100 histories of viewers, pauses, kills and months: the consumption is right to the second', async () => {
  const { db } = server.store;
  const name = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  await fc.assert(
    fc.asyncProperty(fc.array(viewer, { maxLength: 6 }), async (viewers) => {
      await db.deleteFrom('camera_sessions').execute();
      // The plain model: whose month is each second from the first picture to the last that was written?
      const model = new Map<string, number>();
      for (const { startedAt, stretches, isKilled } of viewers) {
        const view: ViewRecord = {
          ...{ id: randomUUID(), organizationId, cameraId: randomUUID(), cameraName: 'Pool', userId: person },
          ...{ linkId: null, linkName: null, startedAt, lastAt: startedAt, ended: false },
        };
        let lastAt = startedAt;
        let at = startedAt;
        for (const { seconds, pauseSeconds } of stretches) {
          lastAt = at + seconds * 1_000;
          await saveViews(db, testActor, [{ ...view, lastAt }]);
          at = lastAt + pauseSeconds * 1_000;
        }
        if (!isKilled) await saveViews(db, testActor, [{ ...view, lastAt, ended: true }]);
        for (let second = startedAt; second < lastAt; second += 1_000) {
          const month = name.format(second);
          model.set(month, (model.get(month) ?? 0) + 1);
        }
      }
      await endLostViews(db, testActor, end);
      for (let offset = 0; offset < 5; offset += 1) {
        const month = cameraMonth(end, timeZone, offset);
        const consumed = (await consumedMs(db, [{ id: organizationId, month }])).get(organizationId) ?? 0;
        expect(consumed).toBe((model.get(month.name) ?? 0) * 1_000);
        const views = await listViews(db, organizationId, month, end);
        expect(views.reduce((total, { seconds }) => total + seconds, 0)).toBe(model.get(month.name) ?? 0);
        expect(views.some(({ open }) => open)).toBe(false);
      }
    }),
    { numRuns: 100 },
  );
});
