import { describe } from 'vitest';
import { attackWithAddresses } from './addresses.ts';
import { checkAfterwards } from './afterwards.ts';
import { attackAudit } from './audit.ts';
import { attackAcrossGroups, attackWithoutFeatures } from './groups-and-features.ts';
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
 * The parts run one after the other on the same servers: `npm run attacks -- -t tenancy` runs one of them.
 */
const { attacked, part } = underAttack();
part('tenancy', attackTenancy);
part('groups', attackAcrossGroups);
part('withheld features', attackWithoutFeatures);
part('audit', attackAudit);
part('headers', attackHeaders);
part('throttles', attackThrottles);
part('races', attackWithRaces);
part('revocation', attackAfterRevocation);
part('quotas', attackQuotas);
part('addresses', attackWithAddresses);
part('slow bodies', attackWithSlowBodies);
part('markup', attackWithMarkup);
describe('afterwards', () => checkAfterwards(attacked));
