import { expect, it } from 'vitest';
import * as contract from './index.ts';
import * as paths from './paths.ts';

const routes = Object.entries<unknown>(contract).filter(
  (entry): entry is [string, contract.Route] =>
    typeof entry[1] === 'object' && entry[1] !== null && 'method' in entry[1] && 'needs' in entry[1],
);

it('lists method and path of every route under its name, and of nothing else', () => {
  const listed = Object.fromEntries(routes.map(([name, { method, path }]) => [name, { method, path }]));
  expect(listed).toEqual({ ...paths });
  expect(routes.length).toBeGreaterThan(100);
});

it('gives no method and path to two routes', () => {
  const addresses = routes.map(([, { method, path }]) => `${method} ${path.toLowerCase()}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});
