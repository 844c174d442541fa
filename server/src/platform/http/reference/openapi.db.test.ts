import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { ask, openTestServer } from '../../../../test/test-server.ts';

test('the OpenAPI description passes the recommended rules of a linter', async () => {
  const server = await openTestServer();
  const { body } = await ask(server.app, 'GET', '/api/docs/json');
  await server.close();
  const problems = await lintFromString({
    source: JSON.stringify(body),
    config: await createConfig({ extends: ['recommended'] }),
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});
