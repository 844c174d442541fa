import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { SsoHttp } from './sso-fetch.ts';

export interface SsoContext {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly http: SsoHttp;
  /** The address of the product, without a slash at its end. */
  readonly url: string;
  /** Whether providers may be inside a private network, and without TLS. */
  readonly allowPrivateAddresses: boolean;
  readonly log: FastifyBaseLogger;
  /** Epoch ms of the wall clock. */
  readonly wallNow: () => number;
}
