import type * as contract from '@allclear/contract';
import type { Route } from '@allclear/contract';
import * as paths from '@allclear/contract/paths';

/** Method and path of a route, with the type of its contract entry. The browser does not load the schemas. */
export interface WireRoute<R extends Route = Route> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Only for the compiler: the contract entry. */
  readonly contract?: R;
}

/**
 * Every route of the API by its name in the contract. `@allclear/contract/paths` holds no schema, so neither
 * Zod nor its probe for `eval` (which our content security policy forbids) reaches the browser.
 */
export const routes: { readonly [Name in keyof typeof paths]: WireRoute<(typeof contract)[Name]> } = paths;
