import type { OrganizationLocation, ProactiveForecast } from '@allclear/contract';
import { exampleNowMs, minutesAgo } from '../../clock/example-time.ts';

/** Examples for the tests of this feature. */
export { exampleNowMs as nowMs, minutesAgo };

export function exampleForecast(part: Partial<ProactiveForecast> = {}): ProactiveForecast {
  return {
    id: 'f1',
    forecastType: { name: 'Proactive Forecast', color: '#C6281C' },
    expiresAt: minutesAgo(-300),
    organizationLocationIds: [],
    messages: [
      {
        id: 'm1',
        headline: 'Heat this afternoon',
        message: '<p>Drink <strong>water</strong></p>',
        createdAt: minutesAgo(30),
      },
    ],
    ...part,
  };
}

export function examplePlace(part: Partial<OrganizationLocation> = {}): OrganizationLocation {
  return {
    id: 'pool',
    name: 'Pool',
    address: '1 Main Street',
    latitude: 32.8,
    longitude: -96.8,
    usesNewPolicy: true,
    ...part,
  };
}
