import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTestServer, type TestServer } from './test-server.ts';

type Organization = Awaited<ReturnType<TestServer['organization']>>;

/** The server of the test file. */
export let server: TestServer;
/** Of the test that runs. */
export let ours: Organization;
/** Another one, of whose records `ours` must not learn. */
export let theirs: Organization;
/** The number of the test that runs, from 1: for what is unique on the server. */
export let counter = 0;

/** Opens a server for the test file, and makes two organizations on it for each of its tests. */
export function openTwoOrganizations(ourName: string, theirName = 'Others'): void {
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    counter += 1;
    ours = await server.organization(`${ourName} ${counter}`);
    theirs = await server.organization(`${theirName} ${counter}`);
  });
}
