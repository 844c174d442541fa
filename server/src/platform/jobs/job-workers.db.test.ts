import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { type CountRun, type JobTest, openJobTest, untilAborted } from '../../../test/job-test.ts';
import type { Store } from '../database/database.ts';
import { readJob, requeueOrphanedJobs } from './job-records.store.ts';

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

test('two processes never run one job at the same time, and both work', async () => {
  const atWork = new Map<string, number>();
  const byProcess = [0, 0];
  let together = 0;
  const run =
    (process: number): CountRun =>
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

test('a killed process’s job is taken over; one that kills its process each time fails', {
  // Two processes start and are killed, and each is seen dead for a few seconds before its job is taken over.
  timeout: 120_000,
}, async () => {
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

test('a job that was canceled when its process died is canceled, not run again', async () => {
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
  expect(await requeueOrphanedJobs(store.db, testActor, ['count'], Date.now() - 60_000)).toBe(0);
  expect(await requeueOrphanedJobs(store.db, testActor, ['other'], Date.now() + 1)).toBe(0);
  expect(await requeueOrphanedJobs(store.db, testActor, ['count'], Date.now() + 1)).toBe(1);
  expect(await requeueOrphanedJobs(store.db, testActor, ['count'], Date.now() + 1)).toBe(0);
  const goOn = Promise.withResolvers<void>();
  start(() => goOn.promise);
  await until(id, { state: 'running' });
  await store.pool.query('delete from graphile_worker._private_jobs');
  expect(await requeueOrphanedJobs(store.db, testActor, ['count'], Date.now() + 1)).toBe(0);
  goOn.resolve();
  await until(id, { state: 'succeeded' });
});
