import { type PageQuery, pageQuery, type Route } from '@allclear/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid } from './errors.ts';

const cursorContent = z.tuple([z.number().int().nonnegative(), z.string()]);

/** The schema of a route's query: with `limit` and `cursor` where it is a list that has pages. */
export function querySchemaOf({ query, paged }: Route): z.ZodType | undefined {
  if (!paged) return query;
  return query instanceof z.ZodObject ? query.extend(pageQuery.shape) : pageQuery;
}

/**
 * The part of a list that the query asks for, whole without `limit` and `cursor`. The header `Link`
 * (RFC 8288) has the address of the next part. A cursor names the last record that was given; where that is gone, the
 * list goes on at its place.
 */
export function pageOf<Item>(items: readonly Item[], request: FastifyRequest, reply: FastifyReply): Item[] {
  const { limit, cursor } = request.query as PageQuery;
  const from = cursor === undefined ? 0 : startAfter(items, cursor);
  const end = limit === undefined ? items.length : from + limit;
  const page = items.slice(from, end);
  if (page.length > 0 && end < items.length) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    searchParams.set('cursor', cursorOf(end - 1, items[end - 1]));
    reply.header('link', `<${pathname}?${searchParams}>; rel="next"`);
  }
  return page;
}

function cursorOf(index: number, item: unknown): string {
  return Buffer.from(JSON.stringify([index, idOf(item)])).toString('base64url');
}

function startAfter(items: readonly unknown[], cursor: string): number {
  const content = cursorContent.safeParse(parse(Buffer.from(cursor, 'base64url').toString()));
  if (!content.success) throw invalid({ Cursor: ['Cursor must be one that a list has given'] });
  const [index, id] = content.data;
  // Of records without an id the place counts alone.
  if (id === noId) return index + 1;
  const at = items.findIndex((item) => idOf(item) === id);
  return at === -1 ? index : at + 1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const noId = '';

function idOf(item: unknown): string {
  return String((item as { id?: unknown }).id ?? noId);
}
