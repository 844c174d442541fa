import { fork } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { freshStore } from '../../../test/fresh-store.ts';
import { eventually } from '../../../test/told-people.ts';
import { type Change, listen } from '../change-feed/change-feed.store.ts';
import { openStore, type Store } from '../database/database.ts';
import { defineJob, type RetryPolicy } from './define-job.ts';
import { implementJob, type Job } from './implement-job.ts';
import {
  type AddJobOptions,
  addJob,
  cancelJob,
  dropJobsEndedBefore,
  readJob,
  requeueOrphanedJobs,
} from './job-records.store.ts';
import type { JobContext } from './job-worker.ts';
import { startJobs } from './start-jobs.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const quickRetry: RetryPolicy = { maxAttempts: 3, delayMs: () => 50 };
const countJob = defineJob({
  name: 'count',
  payload: z.object({ to: z.int().positive() }),
  concurrency: 4,
  retry: quickRetry,
});
type Run = (payload: { to: number }, context: JobContext) => Promise<unknown>;

let store: Store;
const closing: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());
afterEach(async () => {
  for (const { close } of closing.splice(0).reverse()) await close();
});
beforeEach(async () => {
  await store.pool.query('delete from graphile_worker._private_jobs');
  await store.pool.query('delete from job_records');
});

function start(run: Run, more: Job[] = []) {
  const host = startJobs({ url: store.url, jobs: [implementJob(countJob, run), ...more], log });
  let stopped: Promise<void> | null = null;
  const close = () => {
    stopped ??= host.stop();
    return stopped;
  };
  closing.push({ close });
  return { stop: close };
}
const add = (to = 3, options: AddJobOptions = {}) => addJob(store.db, countJob, { to }, options);
async function until(id: string, expected: object): Promise<void> {
  await eventually(async () => expect(await readJob(store.db, id)).toMatchObject(expected), 20_000);
}
const queued = async () =>
  (await store.pool.query<{ count: number }>('select count(*)::int as count from graphile_worker.jobs'))
    .rows[0]?.count;
/** Resolves when the signal aborts, as work does that ends on request. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It was aborted.')), { once: true });
  });

test('a job runs once it is committed, with its payload, and its result is stored', async () => {
  start(async ({ to }, { attempt, organizationId }) => ({
    sum: (to * (to + 1)) / 2,
    attempt,
    organizationId,
  }));
  const id = await add(4);
  await until(id, {
    name: 'count',
    state: 'succeeded',
    result: { sum: 10, attempt: 1, organizationId: null },
    attempts: 1,
    progress: 1,
    error: null,
  });
  const { createdAt, startedAt, endedAt } = (await readJob(store.db, id))!;
  expect(startedAt).toBeGreaterThanOrEqual(createdAt);
  expect(endedAt).toBeGreaterThanOrEqual(startedAt!);
  await eventually(async () => expect(await queued()).toBe(0));
});

test('a job whose transaction is rolled back never was', async () => {
  let id = '';
  const failure = store.db.transaction().execute(async (transaction) => {
    id = await addJob(transaction, countJob, { to: 1 });
    throw new Error('The report was not wanted after all.');
  });
  await expect(failure).rejects.toThrow('not wanted');
  expect(await readJob(store.db, id)).toBeNull();
  expect(await queued()).toBe(0);
});

test('a wrong payload is refused when it is queued, and fails for good when it is in the queue already', async () => {
  // @ts-expect-error The payload is typed by the job.
  await expect(addJob(store.db, countJob, { to: 'three' })).rejects.toThrow();
  await expect(add(-1)).rejects.toThrow();
  expect(await queued()).toBe(0);
  const ran: number[] = [];
  const id = await add(2);
  await store.pool.query(`update job_records set payload = '{"to":"two"}' where id = $1`, [id]);
  start(async ({ to }) => ran.push(to));
  await until(id, { state: 'failed', attempts: 1, error: expect.stringContaining('payload is wrong') });
  expect(ran).toEqual([]);
});

test('two jobs of one name are refused', () => {
  const job = implementJob(countJob, async () => null);
  expect(() => startJobs({ url: store.url, jobs: [job, job], log })).toThrow('same name');
});

test('a job that fails is tried again, and fails for good after its last attempt', async () => {
  const attempts: { to: number; attempt: number }[] = [];
  start(async ({ to }, { attempt }) => {
    attempts.push({ to, attempt });
    if (to === 9 || attempt < 3) throw new Error(`Attempt ${attempt} failed.\0`);
    return attempt;
  });
  const good = await add(1);
  const bad = await add(9);
  await until(good, { state: 'succeeded', attempts: 3, result: 3, error: null });
  await until(bad, { state: 'failed', attempts: 3, result: null, error: 'Attempt 3 failed.' });
  expect(attempts.filter(({ to }) => to === 9).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  await eventually(async () => expect(await queued()).toBe(0));
});

test('progress is stored while the job runs, and announced', async () => {
  const changes: Change[] = [];
  closing.push(
    await listen(store.url, {
      onChange: (change) => changes.push(change),
      onGap: () => {},
      onError: () => {},
    }),
  );
  const goOn = Promise.withResolvers<void>();
  start(async (_payload, { progress }) => {
    progress(0.25, 'A quarter of the strikes is counted.');
    progress(0.5, 'Half of the strikes is counted.');
    await goOn.promise;
    progress(7, 'All of them are counted.');
    return 'done';
  });
  const id = await add();
  await until(id, { state: 'running', progress: 0.5, message: 'Half of the strikes is counted.' });
  await eventually(() => expect(changes).toContainEqual({ topic: 'jobs', ids: [id] }));
  goOn.resolve();
  await until(id, { state: 'succeeded', progress: 1, message: 'All of them are counted.' });
  const before = changes.length;
  expect(before).toBeGreaterThan(1);
});

test('a job of one organization cannot be read or cancelled by another', async () => {
  const organization = async (name: string) =>
    (
      await store.pool.query<{ id: string }>(
        `insert into organizations (name, support_email, support_phone, created_at) values ($1, '', '', now()) returning id`,
        [name],
      )
    ).rows[0]!.id;
  const [own, other] = [await organization('Own'), await organization('Other')];
  const id = await add(1, { organizationId: own });
  expect(await readJob(store.db, id, other)).toBeNull();
  expect(await cancelJob(store.db, id, other)).toBeNull();
  expect(await readJob(store.db, id, own)).toMatchObject({ state: 'waiting', organizationId: own });
  expect(await readJob(store.db, 'no id')).toBeNull();
});

test('a waiting job that is cancelled never runs', async () => {
  const ran: number[] = [];
  const id = await add(1, { runAfterMs: 400 });
  expect(await cancelJob(store.db, id)).toBe('cancelled');
  expect(await queued()).toBe(0);
  start(async ({ to }) => ran.push(to));
  const after = await add(2, { runAfterMs: 500 });
  await until(after, { state: 'succeeded' });
  expect(ran).toEqual([2]);
  expect(await readJob(store.db, id)).toMatchObject({
    state: 'cancelled',
    cancelRequested: true,
    attempts: 0,
  });
  expect(await cancelJob(store.db, id)).toBe('cancelled');
  expect(await cancelJob(store.db, after)).toBe('succeeded');
});

test('a running job that is cancelled ends, in whichever process it runs, and is not tried again', async () => {
  const begun: string[] = [];
  const run: Run = async (_payload, { id, signal }) => {
    begun.push(id);
    return untilAborted(signal);
  };
  start(run);
  start(run);
  const [one, two] = [await add(1), await add(2)];
  await eventually(() => expect(begun.length).toBe(2));
  expect(await cancelJob(store.db, one)).toBe('running');
  await until(one, { state: 'cancelled', cancelRequested: true });
  expect(await readJob(store.db, two)).toMatchObject({ state: 'running' });
  await cancelJob(store.db, two);
  await until(two, { state: 'cancelled' });
  expect(begun).toHaveLength(2);
});

test('work that is finished in spite of being cancelled has succeeded', async () => {
  const goOn = Promise.withResolvers<void>();
  let aborted = false;
  start(async (_payload, { signal }) => {
    signal.addEventListener('abort', () => {
      aborted = true;
      goOn.resolve();
    });
    await goOn.promise;
    return 'The siren sounds.';
  });
  const id = await add();
  await until(id, { state: 'running' });
  await cancelJob(store.db, id);
  await until(id, { state: 'succeeded', result: 'The siren sounds.', cancelRequested: true });
  expect(aborted).toBe(true);
});

test('a key queues one job while it is open, also when many ask at once, and another one after it', async () => {
  const goOn = Promise.withResolvers<void>();
  let runs = 0;
  start(async () => {
    runs++;
    await goOn.promise;
  });
  const ids = await Promise.all(Array.from({ length: 8 }, () => add(1, { key: 'report 2026-06' })));
  expect(new Set(ids).size).toBe(1);
  const [id = ''] = ids;
  await until(id, { state: 'running' });
  expect(await add(1, { key: 'report 2026-06' })).toBe(id);
  expect(await add(1, { key: 'report 2026-07' })).not.toBe(id);
  goOn.resolve();
  await until(id, { state: 'succeeded' });
  const next = await add(1, { key: 'report 2026-06' });
  expect(next).not.toBe(id);
  await until(next, { state: 'succeeded' });
  expect(runs).toBe(3);
});

test('lower priorities run first', async () => {
  const order: number[] = [];
  const oneByOne = defineJob({ name: 'one-by-one', payload: z.object({ to: z.number() }), concurrency: 1 });
  for (const [to, priority] of [
    [1, 2],
    [2, 0],
    [3, 1],
  ] as const)
    await addJob(store.db, oneByOne, { to }, { priority });
  start(async () => null, [implementJob(oneByOne, async ({ to }) => void order.push(to))]);
  await eventually(() => expect(order).toEqual([2, 3, 1]));
});

test('two processes never run one job at the same time, and both work', async () => {
  const atWork = new Map<string, number>();
  const byProcess = [0, 0];
  let together = 0;
  const run =
    (process: number): Run =>
    async (_payload, { id }) => {
      const now = (atWork.get(id) ?? 0) + 1;
      atWork.set(id, now);
      if (now > 1) together++;
      byProcess[process]!++;
      await new Promise((resolve) => setTimeout(resolve, 15));
      atWork.set(id, now - 1);
    };
  start(run(0));
  start(run(1));
  const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => add(index + 1)));
  // A second entry in the queue, as the net below everything else may make one.
  await store.pool.query(
    `select count(*) from graphile_worker.add_jobs(array(select row('count', json_build_object('id', id), null, null, 9, 'again ' || id, 0, null)::graphile_worker.job_spec from job_records))`,
  );
  for (const id of ids) await until(id, { state: 'succeeded', attempts: 1 });
  expect(together).toBe(0);
  expect(byProcess[0]! + byProcess[1]!).toBe(60);
  expect(Math.min(...byProcess)).toBeGreaterThan(0);
});

test('a process that stops gives its jobs back, and the attempt does not count', async () => {
  const first = start((_payload, { signal }) => untilAborted(signal));
  const id = await add();
  await until(id, { state: 'running' });
  await first.stop();
  expect(await readJob(store.db, id)).toMatchObject({ state: 'waiting', attempts: 0 });
  start(async () => 'taken up again');
  await until(id, { state: 'succeeded', attempts: 1, result: 'taken up again' });
});

test('a killed process’s job is taken over; one that kills its process each time fails', async () => {
  const kill = async () => {
    const child = fork(new URL('../../../test/hanging-worker.ts', import.meta.url), [store.url], {
      execArgv: [],
    });
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const id = await add();
  await kill();
  expect(await readJob(store.db, id)).toMatchObject({ state: 'running', attempts: 1 });
  const host = start(async (_payload, { attempt }) => attempt);
  await until(id, { state: 'succeeded', attempts: 2, result: 2 });
  await host.stop();

  const poison = await add();
  await store.pool.query('update job_records set attempts = 2 where id = $1', [poison]);
  await kill();
  start(async () => 'never');
  await until(poison, { state: 'failed', error: expect.stringContaining('ended in the middle') });
});

test('a job that was cancelled when its process died is cancelled, not run again', async () => {
  const id = await add();
  await store.pool.query(
    `update job_records set state = 'running', lease = 1, cancel_requested_at = now() where id = $1`,
    [id],
  );
  let ran = false;
  start(async () => {
    ran = true;
  });
  await until(id, { state: 'cancelled' });
  expect(ran).toBe(false);
});

test('a worker whose connection breaks takes another lease, and its jobs run to their end', async () => {
  start(async (_payload, { signal }) => {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), untilAborted(signal)]);
  });
  const ids = await Promise.all(Array.from({ length: 20 }, () => add()));
  await until(ids[0]!, { state: 'succeeded' });
  await store.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'allclear-jobs'`,
  );
  for (const id of ids) await until(id, { state: 'succeeded' });
});

test('an open job without a place in the queue is queued again; one that runs is left alone', async () => {
  const id = await add();
  await store.pool.query('delete from graphile_worker._private_jobs');
  expect(await requeueOrphanedJobs(store.db, ['count'], Date.now() - 60_000)).toBe(0);
  expect(await requeueOrphanedJobs(store.db, ['other'], Date.now() + 1)).toBe(0);
  expect(await requeueOrphanedJobs(store.db, ['count'], Date.now() + 1)).toBe(1);
  expect(await requeueOrphanedJobs(store.db, ['count'], Date.now() + 1)).toBe(0);
  const goOn = Promise.withResolvers<void>();
  start(() => goOn.promise);
  await until(id, { state: 'running' });
  const other = openStore(store.url, { onError: () => {}, connections: 1 });
  closing.push(other);
  await other.pool.query('delete from graphile_worker._private_jobs');
  expect(await requeueOrphanedJobs(other.db, ['count'], Date.now() + 1)).toBe(0);
  goOn.resolve();
  await until(id, { state: 'succeeded' });
});

test('records are dropped some time after the end of their jobs', async () => {
  start(async () => null);
  const id = await add();
  await until(id, { state: 'succeeded' });
  const waiting = await add(1, { runAfterMs: 60_000 });
  expect(await dropJobsEndedBefore(store.db, Date.now() - 60_000)).toBe(0);
  expect(await dropJobsEndedBefore(store.db, Date.now() + 1_000)).toBe(1);
  expect(await readJob(store.db, id)).toBeNull();
  expect(await readJob(store.db, waiting)).toMatchObject({ state: 'waiting' });
});
