// @vitest-environment node
import { expect, it } from 'vitest';
import { createConnection } from './connection.ts';

it('knows the server’s clock by the date of its answers', () => {
  const connection = createConnection(() => Date.parse('2026-06-06T20:40:00Z'));
  expect(connection.serverOffsetMs()).toBeNull();
  connection.answered();
  expect(connection.serverOffsetMs()).toBeNull();
  connection.answered('Sat, 06 Jun 2026 20:45:00 GMT');
  expect(connection.serverOffsetMs()).toBe(300_500);
  connection.answered('nonsense');
  expect(connection.serverOffsetMs()).toBe(300_500);
});
