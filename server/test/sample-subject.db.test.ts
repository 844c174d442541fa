import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineRoute } from '@allclear/contract';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { notify } from '../src/platform/change-feed/change-feed.store.ts';
import type { Clock } from '../src/platform/clock/clock.ts';
import { startEngine } from '../src/platform/engine/engine.ts';
import { serve } from '../src/platform/http/serve.ts';
import { defineJob } from '../src/platform/jobs/define-job.ts';
import { implementJob } from '../src/platform/jobs/implement-job.ts';
import { addJob } from '../src/platform/jobs/job-records.store.ts';
import { startJobs } from '../src/platform/jobs/start-jobs.ts';
import { checkSubjects, openSubjects } from '../src/platform/open-subjects.ts';
import { defineSettings, text } from '../src/platform/settings/settings.ts';
import { settingsTable } from '../src/platform/settings/settings-table.ts';
import { defineSubject, type Subject } from '../src/platform/subject.ts';
import { policies } from '../src/policies/index.ts';
import { subjects } from '../src/subjects.ts';
import { testActor } from './actor.ts';
import { ask, openTestServer, type TestServer } from './test-server.ts';

/** What a subject would have in a folder of its own. */
const seen = {
  greeted: [] as string[],
  changes: [] as string[],
  loops: 0,
  dropped: 0,
  reloads: 0,
  closed: 0,
};
const listGreetings = defineRoute({
  method: 'GET',
  path: 'greetings',
  needs: 'signed-in',
  summary: 'What was greeted',
  data: z.array(z.string()),
});
const greet = defineJob({ name: 'greet', payload: z.object({ name: z.string() }), concurrency: 1 });
const greetings = defineSubject({
  name: 'greetings',
  needs: { policies },
  settings: defineSettings(
    { ALLCLEAR_GREETING: text({ fallback: 'Hello', meaning: 'how people are greeted' }, 'Hello') },
    (values) => ({ greeting: values.ALLCLEAR_GREETING }),
  ),
  changeTopics: ['greetings'],
  async open({ settings: { greeting } }) {
    return {
      api: { greeting },
      routes: (app) => serve(app, listGreetings, async () => seen.greeted),
      loops: [
        {
          name: 'greetings',
          async run(signal) {
            seen.loops++;
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          },
        },
      ],
      jobs: [
        implementJob(greet, async ({ name }) => {
          seen.greeted.push(`${greeting}, ${name}`);
          return { greeted: name };
        }),
      ],
      retention: [{ table: 'greetings', keepMs: 1_000, dropBefore: async () => void seen.dropped++ }],
      changes: {
        apply: ({ topic }) => void seen.changes.push(topic),
        reload: async () => void seen.reloads++,
      },
      health: { feeds: [{ kind: 'greetings', vendor: 'sample' }] },
      close: async () => void seen.closed++,
    };
  },
});

const until = async (isTrue: () => boolean) => {
  for (let tries = 0; tries < 250 && !isTrue(); tries++) await new Promise((r) => setTimeout(r, 20));
  expect(isTrue()).toBe(true);
};

describe('a subject that is added to the list', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(undefined, {
      subjects: [...subjects, greetings],
      overrides: { greetings: { settings: { greeting: 'Welcome' } } },
    });
  });
  afterAll(() => server.close());

  test('has its routes, with their permission, and its feeds in the status', async () => {
    expect((await ask(server.app, 'GET', '/api/greetings')).status).toBe(401);
    const { people } = await server.organization('Greeters');
    expect((await ask(server.app, 'GET', '/api/greetings', { key: people.customer.key })).status).toBe(200);
    const { body } = await ask(server.app, 'GET', '/api/status');
    expect(body.data.feeds).toContainEqual(expect.objectContaining({ kind: 'greetings', vendor: 'sample' }));
  });

  test('hears its changes, after everything was read once', async () => {
    expect(seen.reloads).toBe(1);
    await notify(server.store.db, { topic: 'greetings', ids: ['one'] });
    await until(() => seen.changes.includes('greetings'));
  });

  test('has its loops, jobs and retention run by the same hosts as all others', async () => {
    const log = pino({ level: 'silent' });
    const clock: Clock = server.clock;
    const { store } = server;
    const own = (one: { readonly name: string }) => one.name === 'greetings' || one.name === 'greet';
    const engine = startEngine({
      store,
      clock,
      loops: server.subjects.loops.filter(own),
      retention: server.subjects.retention.filter(({ table }) => table === 'greetings'),
      reload: async () => {},
      log,
    });
    const worker = startJobs({ url: store.url, jobs: server.subjects.jobs.filter(own), log });
    await addJob(store.db, testActor, greet, { name: 'District' });
    await until(() => seen.loops === 1 && seen.dropped > 0 && seen.greeted.includes('Welcome, District'));
    await Promise.all([engine.stop(), worker.stop()]);
  });

  test('has its settings read, checked and described with all others', () => {
    const config = readConfig([...subjects, greetings], [], { ALLCLEAR_GREETING: 'Howdy' });
    expect(config?.subjects.greetings).toEqual({ greeting: 'Howdy' });
    expect(settingsTable([greetings], { flags: false })).toContain(
      '| `ALLCLEAR_GREETING` | Hello | how people are greeted |',
    );
  });
});

describe('the list of subjects', () => {
  test('is the order in which they need each other, and no two share a name, a topic or a variable', () => {
    expect(checkSubjects(subjects)).toEqual([]);
    expect(checkSubjects([greetings, policies])).toEqual([
      'greetings needs policies, which does not come before it.',
    ]);
    expect(checkSubjects([policies, greetings, greetings])).toEqual([
      'greetings and greetings both have the name greetings.',
      'greetings and greetings both have the change topic greetings.',
      'greetings and greetings both have the variable ALLCLEAR_GREETING.',
    ]);
  });

  test('is closed in reverse when one of it cannot be opened, also when closing fails', async () => {
    const server = await openTestServer();
    const closed: string[] = [];
    const closing = (name: string, fails = false) =>
      defineSubject({
        name,
        needs: {},
        settings: greetings.settings,
        async open() {
          return {
            api: {},
            async close() {
              closed.push(name);
              if (fails) throw new Error('it does not close');
            },
          };
        },
      });
    const broken: Subject = defineSubject({
      name: 'broken',
      needs: {},
      settings: { variables: {}, read: () => ({}) },
      async open() {
        throw new Error('it does not open');
      },
    });
    const list = [
      closing('first'),
      { ...closing('second', true), settings: broken.settings },
      broken,
    ] as const;
    await expect(openSubjects(list, server.platform, {})).rejects.toThrow('it does not open');
    expect(closed).toEqual(['second', 'first']);
    await server.close();
  });

  test('declares every topic under which its stores announce changes', async () => {
    const root = fileURLToPath(new URL('../src/', import.meta.url));
    const declared = new Map(
      subjects.flatMap(({ name, changeTopics }) => changeTopics.map((t) => [t, name])),
    );
    const announced = new Set<string>();
    for (const file of await readdir(root, { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const code = await readFile(path.join(root, file), 'utf8');
      for (const [, topic = ''] of code.matchAll(/\bnotify\(\w+(?:\.\w+)?, \{\s*topic: '([^']+)'/g))
        announced.add(topic);
    }
    // The queue of jobs is the platform's own.
    announced.delete('jobs');
    expect([...announced].sort()).toEqual([...declared.keys()].sort());
  });
});
