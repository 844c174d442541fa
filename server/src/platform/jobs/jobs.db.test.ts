import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testActor } from '../../../test/actor.ts';
import { countJob, log } from '../../../test/count-job.ts';
import { type CountRun, type JobTest, openJobTest, untilAborted } from '../../../test/job-test.ts';
import { eventually } from '../../../test/notified-people.ts';
import { type Change, listen } from '../change-feed/change-feed.store.ts';
import type { Store } from '../database/database.ts';
import { defineJob } from './define-job.ts';
import { implementJob } from './implement-job.ts';
import { addJob, cancelJob, dropJobsEndedBefore, readJob } from './job-records.store.ts';
import { startJobs } from './start-jobs.ts';

let jobs: JobTest;
let store: Store;
beforeAll(async () => {
  jobs = await openJobTest();
  ({ store } = jobs);
});
afterAll(() => jobs.close());
afterEach(() => jobs.reset());

const start: JobTest['start'] = (...args) => jobs.start(...args);
const add: JobTest['add'] = (...args) => jobs.add(...args);
const until: JobTest['until'] = (...args) => jobs.until(...args);

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
  await eventually(async () => expect(await jobs.queued()).toBe(0));
});

test('a job whose transaction is rolled back never was', async () => {
  let id = '';
  const failure = store.db.transaction().execute(async (transaction) => {
    id = await addJob(transaction, testActor, countJob, { to: 1 });
    throw new Error('The report was not wanted after all.');
  });
  await expect(failure).rejects.toThrow('not wanted');
  expect(await readJob(store.db, id)).toBeNull();
  expect(await jobs.queued()).toBe(0);
});

test('a wrong payload is refused when it is queued, and fails for good when it is in the queue already', async () => {
  // @ts-expect-error The payload is typed by the job.
  await expect(addJob(store.db, testActor, countJob, { to: 'three' })).rejects.toThrow();
  await expect(add(-1)).rejects.toThrow();
  expect(await jobs.queued()).toBe(0);
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
  await eventually(async () => expect(await jobs.queued()).toBe(0));
});

test('progress is stored while the job runs, and announced', async () => {
  const changes: Change[] = [];
  const listener = await listen(store.url, {
    onChange: (change) => changes.push(change),
    onGap: () => {},
    onError: () => {},
  });
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
  expect(changes.length).toBeGreaterThan(1);
  await listener.close();
});

test('a job of one organization cannot be read or canceled by another', async () => {
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
  expect(await cancelJob(store.db, testActor, id, other)).toBeNull();
  expect(await readJob(store.db, id, own)).toMatchObject({ state: 'waiting', organizationId: own });
  expect(await readJob(store.db, 'no id')).toBeNull();
});

test('a waiting job that is canceled never runs', async () => {
  const ran: number[] = [];
  const id = await add(1, { runAfterMs: 400 });
  expect(await cancelJob(store.db, testActor, id)).toBe('cancelled');
  expect(await jobs.queued()).toBe(0);
  start(async ({ to }) => ran.push(to));
  const after = await add(2, { runAfterMs: 500 });
  await until(after, { state: 'succeeded' });
  expect(ran).toEqual([2]);
  expect(await readJob(store.db, id)).toMatchObject({
    state: 'cancelled',
    cancelRequested: true,
    attempts: 0,
  });
  expect(await cancelJob(store.db, testActor, id)).toBe('cancelled');
  expect(await cancelJob(store.db, testActor, after)).toBe('succeeded');
});

test('a running job that is canceled ends, in whichever process it runs, and is not tried again', async () => {
  const begun: string[] = [];
  const run: CountRun = async (_payload, { id, signal }) => {
    begun.push(id);
    return untilAborted(signal);
  };
  start(run);
  start(run);
  const [one, two] = [await add(1), await add(2)];
  await eventually(() => expect(begun.length).toBe(2));
  expect(await cancelJob(store.db, testActor, one)).toBe('running');
  await until(one, { state: 'cancelled', cancelRequested: true });
  expect(await readJob(store.db, two)).toMatchObject({ state: 'running' });
  await cancelJob(store.db, testActor, two);
  await until(two, { state: 'cancelled' });
  expect(begun).toHaveLength(2);
});

test('work that is finished in spite of being canceled has succeeded', async () => {
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
  await cancelJob(store.db, testActor, id);
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
    await addJob(store.db, testActor, oneByOne, { to }, { priority });
  start(async () => null, [implementJob(oneByOne, async ({ to }) => void order.push(to))]);
  await eventually(() => expect(order).toEqual([2, 3, 1]));
});

test('records are dropped some time after the end of their jobs', async () => {
  start(async () => null);
  const id = await add();
  await until(id, { state: 'succeeded' });
  const waiting = await add(1, { runAfterMs: 60_000 });
  expect(await dropJobsEndedBefore(store.db, testActor, Date.now() - 60_000)).toBe(0);
  expect(await dropJobsEndedBefore(store.db, testActor, Date.now() + 1_000)).toBe(1);
  expect(await readJob(store.db, id)).toBeNull();
  expect(await readJob(store.db, waiting)).toMatchObject({ state: 'waiting' });
});
