import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route removes from its body what cannot be stored, because its sender would not send it again. */
    cleansBody?: boolean;
  }
}

/** How deep a body is searched; what is nested deeper is refused. */
const maxDepth = 64;

type Path = readonly string[];

/**
 * Whether a value is free of text that PostgreSQL cannot store: NUL characters, and surrogates without their
 * other half. Names of fields count as well. Bytes are not text.
 */
export function isStorable(value: unknown): boolean {
  return unstorablePath(value) === null;
}

/** Where the first text is that cannot be stored; null for none. A name of a field is at its record. */
export function unstorablePath(value: unknown, path: Path = []): Path | null {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0') ? null : path;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null;
  if (path.length >= maxDepth) return path;
  for (const [name, part] of Object.entries(value)) {
    const found = unstorablePath(name, path) ?? unstorablePath(part, [...path, name]);
    if (found) return found;
  }
  return null;
}

/** The one place where text that cannot be stored is refused: in the path, the query and the body. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { params, query, routeOptions } = request;
    for (const part of [params, query, ...(routeOptions.config.cleansBody ? [] : bodyOf(request))]) {
      const path = unstorablePath(part);
      if (path === null) continue;
      const field = path.join('.');
      const label = field === '' ? 'ServerError' : field.charAt(0).toUpperCase() + field.slice(1);
      const what = field === '' ? 'The request' : label;
      throw invalid({ [label]: [`${what.slice(0, 200)} contains characters that cannot be stored`] });
    }
  });
}

/** The body, and what a form or JSON says that its route reads as text. */
function bodyOf({ body }: FastifyRequest): unknown[] {
  if (typeof body !== 'string') return [body];
  const form = [...new URLSearchParams(body)].map(([name, value]) => ({ [name]: value }));
  return [body, ...form, parsed(body)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
