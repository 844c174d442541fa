import type { Hardware } from '@allclear/contract';

/** A unit as the API returns it, for tests. */
export function exampleUnit(part: Partial<Hardware> = {}): Hardware {
  return {
    ...{ id: 'u1', name: 'Field siren', modelId: 'OWS', isSiren: true, isStation: false, isPa: false },
    ...{ hasRemoteRelays: false, enabled: true, disabledReason: null },
    ...{ organizationLocationId: 'o1', locationName: 'Stadium', latitude: 28, longitude: -82 },
    ...{ timeZoneId: 'America/New_York', ipAddress: '10.1.0.5', driver: 'shelly', voltage: 12.6 },
    ...{ battery: 'healthy', connectedAt: '2026-06-06T20:45:00Z', connection: 'connected' },
    ...{ statusText: 'Connected, battery healthy', faults: [], sounding: false, lit: false },
    ...{ signal: 'none', signalText: '', test: null, nextTestUtc: null, isTestOverdue: false },
    ...{ lifeSafety: false, afterSirenPaId: null, defaultPlayCount: null, publicPath: null, station: null },
    ...{ testSeconds: { delay: 40, allClear: 20, light: 3 }, mayOperate: true, webRelayType: null },
    revision: 1,
    ...part,
  };
}
