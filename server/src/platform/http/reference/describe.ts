import { readFile } from 'node:fs/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/**
 * What stands above the routes. `client/src/api-guide.db.test.ts` runs its examples.
 */
const guide = new URL('api-guide.md', import.meta.url);

/**
 * OpenAPI from the contract's own schemas, and a page that shows it, at /api/docs. Registered before the
 * routes it describes.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Allclear API',
        version: '0.1.0',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        description: await readFile(guide, 'utf8'),
      },
      servers: [{ url: '/', description: 'This installation' }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of the identity provider, or an API key.',
          },
        },
      },
    },
    // Pages of the identity provider, files and health are no part of the contract.
    transform: (route) =>
      route.url.startsWith('/api/') && route.schema?.summary !== undefined
        ? jsonSchemaTransform(route)
        : { schema: { ...route.schema, hide: true }, url: route.url },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The policy of all pages holds. The package's own allows other hosts, and needs HTTPS.
    staticCSP: false,
    uiConfig: { docExpansion: 'list', persistAuthorization: false },
  });
}
