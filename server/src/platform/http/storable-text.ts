import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from './errors.ts';

/** How deep a body is searched; what is nested deeper is refused. */
const maxDepth = 64;

/**
 * Whether a value is free of text that PostgreSQL cannot store: NUL characters, and surrogates without their
 * other half. Names of fields count as well. Bytes are not text.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (depth >= maxDepth) return false;
  if (Array.isArray(value)) return value.every((one) => isStorable(one, depth + 1));
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorable(one, depth + 1));
}

/** The one place where text that cannot be stored is refused: in the path, the query and the body. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    for (const part of [request.params, request.query, ...bodyOf(request)])
      if (!isStorable(part))
        throw invalid({ ServerError: ['The request contains characters that cannot be stored'] });
  });
}

/** The body, and what a form or JSON says that its route reads as text. */
function bodyOf({ body }: FastifyRequest): unknown[] {
  if (typeof body !== 'string') return [body];
  return [body, [...new URLSearchParams(body)], parsed(body)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
