import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissionsOf } from '@allclear/domain';
import { expect, it } from 'vitest';
import { manifests, pageRouteOf, pageRoutes } from './manifests.ts';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

it('lists the manifest of every folder of pages', () => {
  const folders = sources.flatMap(({ path }) => /^pages\/([^/]+)\/manifest\.ts$/.exec(path)?.[1] ?? []);
  expect(manifests.map(({ subject }) => subject).sort()).toEqual(folders.sort());
});

it('has no path twice, whatever its case', () => {
  const paths = pageRoutes.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});

it.each(pageRoutes.map((route) => [route.path, route] as const))(
  '%s needs a permission that roles know, and its page can be loaded',
  async (_, { permission, load, title, navigation }) => {
    if (permission !== 'signed-in') expect(permissionsOf('super-admin', [])).toContain(permission);
    expect((await load()).default).toBeTypeOf('function');
    expect(title === null || title.length > 0).toBe(true);
    if (navigation) expect(navigation.label).not.toBe('');
  },
  60_000,
);

it('finds the route of an address without regard to case', () => {
  expect(pageRouteOf('/policies')?.title).toBe('Policies');
  expect(pageRouteOf('/HISTORICAL/7/a%2Fb')?.path).toBe('/Historical/:stationId/:imageUrl?');
  expect(pageRouteOf('/')?.path).toBe('/');
  expect(pageRouteOf('/nothing')).toBeUndefined();
});

it('every link of the app leads to a page', () => {
  const links = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bto="(\/[^"]*)"/g)].map(([, to]) => ({ path, to: to ?? '' })),
  );
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter(({ to }) => !pageRouteOf(to))).toEqual([]);
});
