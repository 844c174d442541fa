import {
  type AuditFilter,
  checkAudit,
  type DataOf,
  exportAudit,
  getAuditKey,
  listAudit,
} from '@allclear/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { StreamAnswer, serve } from '../platform/http/serve.ts';
import type { Platform } from '../platform/subject.ts';
import type { ChainChecks } from './chain-checks.ts';
import { exportCsv, exportJsonLines } from './export-lines.ts';
import { presentEntries } from './present-entry.ts';
import type { GetSigningKey } from './signing-key.ts';
import { type EntryFilter, readChainHead, readNewest } from './store.ts';

const defaultLimit = 50;

/** Each organization reads its own chain: no request names one. */
export function auditRoutes(
  app: FastifyInstance,
  { db, clock, key, checks }: Pick<Platform, 'db' | 'clock'> & { key: GetSigningKey; checks: ChainChecks },
): void {
  serve(app, listAudit, async ({ principal, query, request, reply }) => {
    const { limit = defaultLimit, cursor, ...filter } = query;
    const before = cursor === undefined ? null : readCursor(cursor);
    const wanted = { filter: filterOf(filter), before, limit: limit + 1 };
    const found = await readNewest(db, principal.organizationId, wanted);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor = last && found.length > limit ? cursorOf(last.sequence) : null;
    if (nextCursor !== null) linkNext(request, reply, nextCursor);
    return { entries: await presentEntries(db, principal.organizationId, shown), nextCursor };
  });

  serve(app, checkAudit, ({ principal }) => checks.check(principal.organizationId));

  serve(app, exportAudit, async ({ principal, query, reply }) => {
    const { format, organizationId: chain = principal.organizationId, ...filter } = query;
    if (chain !== principal.organizationId) throw notFound('The organization');
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    if (format === 'jsonl' && isFiltered)
      throw invalid({ Format: ['JSON lines are the whole audit, so that it can be verified: filter CSV'] });
    const signingKey = await key();
    // The export has its own entry as its last one.
    const head = await db.transaction().execute(async (transaction) => {
      await appendAudit(transaction, actorOf(principal), {
        ...{ chain, action: 'audit.exported', recordId: null, now: clock.now() },
        after: { format, ...filter },
      });
      return readChainHead(transaction, chain);
    });
    reply.header('content-disposition', `attachment; filename="allclear-audit.${format}"`);
    return format === 'jsonl'
      ? new StreamAnswer(
          exportJsonLines(db, head, { key: signingKey, now: wallNow() }),
          'application/jsonl; charset=utf-8',
        )
      : new StreamAnswer(exportCsv(db, head, filterOf(filter)), 'text/csv; charset=utf-8');
  });

  serve(app, getAuditKey, async (): Promise<DataOf<typeof getAuditKey>> => {
    const { publicKey } = await key();
    const { x = '' } = publicKey.export({ format: 'jwk' });
    return {
      algorithm: 'Ed25519',
      pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      jwk: { kty: 'OKP', crv: 'Ed25519', x },
    };
  });
}

function filterOf({ from, to, ...filter }: AuditFilter): EntryFilter {
  const instant = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  return { ...filter, from: instant(from), to: instant(to) };
}

const cursorContent = z.tuple([z.number().int().positive()]);

/** A cursor names the last entry that was given. */
function cursorOf(sequence: number): string {
  return Buffer.from(JSON.stringify([sequence])).toString('base64url');
}

function readCursor(cursor: string): number {
  try {
    return cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))[0];
  } catch {
    throw invalid({ Cursor: ['Cursor must be one that a list has given'] });
  }
}

/** The address of the next part, as lists have it (RFC 8288). */
function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  searchParams.set('cursor', cursor);
  reply.header('link', `<${pathname}?${searchParams}>; rel="next"`);
}
