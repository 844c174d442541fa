import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

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
        description:
          'A success is `{ "data": … }`, a failure `{ "responseException": { "code", "message", "errors" } }` with the matching status. Paths are matched without regard to case. Times are ISO 8601 UTC.',
      },
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
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The policy of all pages holds. The package's own allows other hosts, and needs HTTPS.
    staticCSP: false,
    uiConfig: { docExpansion: 'list', persistAuthorization: false },
  });
}
