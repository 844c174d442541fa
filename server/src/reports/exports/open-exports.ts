import { type CopyOut, openCopyOut } from '../../platform/database/copy-out.store.ts';
import type { OpenSubject, Platform } from '../../platform/subject.ts';
import { exportRoutes } from './exports.routes.ts';

/** The plain export of a station's record. */
export function openExports({ store, db, clock, log }: Platform): Required<
  Pick<OpenSubject<unknown>, 'close'>
> & {
  routes(app: Parameters<typeof exportRoutes>[0]): void;
  copies: CopyOut;
} {
  const copies = openCopyOut(store.url, {
    onError: (error) => log.warn({ err: error }, 'a connection of an export broke'),
  });
  return {
    copies,
    routes: (app) => exportRoutes(app, { db, clock, copies }),
    close: () => copies.close(),
  };
}
