import { describe } from 'vitest';
import { attackWithAddresses } from './addresses.ts';
import { attackHeaders } from './headers.ts';
import { attackWithMarkup } from './markup.ts';
import { attackQuotas } from './quotas.ts';
import { attackWithRaces } from './races.ts';
import { attackAfterRevocation } from './revocation.ts';
import { attackWithSlowBodies } from './slow-bodies.ts';
import { attackTenancy } from './tenancy.ts';
import { attackThrottles } from './throttles.ts';
import { underAttack } from './under-attack.ts';

/**
 * The parts run one after the other on the same servers, each as a file: `npm run attacks -- -t tenancy` runs
 * one of them.
 */
const attacked = underAttack();
describe('tenancy', () => attackTenancy(attacked));
describe('headers', () => attackHeaders(attacked));
describe('throttles', () => attackThrottles(attacked));
describe('races', () => attackWithRaces(attacked));
describe('slow bodies', () => attackWithSlowBodies(attacked));
describe('revocation', () => attackAfterRevocation(attacked));
describe('addresses', () => attackWithAddresses(attacked));
describe('quotas', () => attackQuotas(attacked));
describe('markup', () => attackWithMarkup(attacked));
