import { openTestServer, type TestServer, type TestServerOptions, testChannels } from '../test-server.ts';

/** Another process on the database of a server that is open; it has to be closed before that one. */
export async function openSecondServer(
  first: TestServer,
  options: TestServerOptions = {},
): Promise<{ readonly server: TestServer; readonly url: string }> {
  const server = await openTestServer(testChannels(), { ...options, databaseUrl: first.store.url });
  return { server, url: await server.app.listen({ port: 0, host: '127.0.0.1' }) };
}
