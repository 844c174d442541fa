import type { Route } from '@allclear/contract';
import * as contract from '@allclear/contract';
import { type Answer, call } from './calls.ts';
import type { Kind } from './organizations.ts';
import { type IdOf, type RouteEntry, routeEntries } from './route-entries.ts';

/** Every route of the contract. */
export const routes: readonly Route[] = (Object.values(contract) as unknown[]).filter(
  (entry): entry is Route =>
    typeof entry === 'object' && entry !== null && 'needs' in entry && 'path' in entry,
);
/** The stream does not end; it has tests of its own. */
export const walked = routes.filter(({ path }) => path !== 'events');
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const entryOf = (route: Route): RouteEntry => routeEntries[nameOf(route)] ?? {};

/** The id of no record. */
export const nobody = '00000000-0000-4000-8000-000000000000';

/** The kinds of records that a call of the route names. */
export function kindsOf(route: Route): Kind[] {
  const { params, body } = entryOf(route);
  const named = new Set<Kind>();
  const note: IdOf = (kind) => {
    named.add(kind);
    return nobody;
  };
  params?.(note);
  body?.(note, '');
  return [...named];
}

/** Whether the path names the record, and not the body. */
export function isInPath(route: Route, kind: Kind): boolean {
  return Object.values(entryOf(route).params?.((asked) => asked) ?? {}).includes(kind);
}

/** Calls a route with an API key and the ids of records, from a network. */
export type RouteCaller = (route: Route, key: string | undefined, id: IdOf, from?: string) => Promise<Answer>;

/** Calls routes as their entries say. `faults` gets each answer that is a fault of the server. */
export function routeCaller(origin: () => string, faults: string[]): RouteCaller {
  let counter = 0;
  return async (route, key, id, from = '198.51.100.10') => {
    const { params, query = {}, body, headers } = entryOf(route);
    const values = params?.(id) ?? {};
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    const search = new URLSearchParams(query).toString();
    const answer = await call(origin(), {
      ...{ method: route.method, path: `/api/${path}${search && `?${search}`}`, key, from },
      ...(body ? { body: body(id, `attack ${++counter}`) } : {}),
      ...(headers ? { headers } : {}),
    });
    if (answer.status >= 500 && (answer.status !== 503 || answer.text.includes('"internal"')))
      faults.push(`${nameOf(route)}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer;
  };
}
