import { setTimeout as pause } from 'node:timers/promises';
import { writeTestNotice } from '../notified-people.ts';
import type { Stage } from './stage.ts';

export interface Written {
  /** Labels of the places whose adding was acknowledged. */
  readonly labels: readonly string[];
  /** Texts of the notices that were committed, with their recipient. */
  readonly notices: readonly { readonly text: string; readonly userId: string }[];
  /** When a write began that was acknowledged, wall clock, epoch ms. */
  readonly acknowledgedAt: readonly number[];
}

const everyMs = 250;
let number = 0;

/** Adds places through the API, and notices to one person each through the database, until it is stopped. */
export function writeMeanwhile(stage: Stage): { readonly written: Written; stop(): Promise<void> } {
  const labels: string[] = [];
  const notices: { text: string; userId: string }[] = [];
  const acknowledgedAt: number[] = [];
  let isOver = false;
  const repeat = async (work: (text: string) => Promise<void>) => {
    while (!isOver) {
      number += 1;
      // What is not acknowledged may be there or not.
      await work(String(number)).catch(() => {});
      await pause(everyMs);
    }
  };
  const running = Promise.all([
    repeat(async (text) => {
      const begunAt = stage.wallNow();
      const label = `Place ${text}`;
      // Far from the storms.
      await stage.ask('POST', 'location/Add', { label, latitude: 28, longitude: -82, radius1: 10 });
      labels.push(label);
      acknowledgedAt.push(begunAt);
    }),
    repeat(async (text) => {
      const userId = stage.userIds[Number(text) % stage.userIds.length] ?? '';
      const isByMail = stage.userIds.indexOf(userId) % 2 === 1;
      await stage.onDatabase(({ db }) =>
        writeTestNotice(db, {
          ...{ organizationId: stage.organizationId, userIds: [userId], text: `Notice ${text}` },
          fallbackChains: [[isByMail ? 'email' : 'sms']],
        }),
      );
      notices.push({ text: `Notice ${text}`, userId });
    }),
  ]);
  return {
    written: { labels, notices, acknowledgedAt },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
