import type { Site } from '@allclear/contract';
import type { AlertTime } from '@allclear/domain';
import type { StoredSite } from '../../store/sites.ts';

export function presentSite(site: StoredSite): Site {
  return {
    id: site.id,
    name: site.name,
    customerId: site.customer_id,
    timeZone: site.time_zone,
    users: [...site.userIds],
    notificationUsers: [...site.notificationUserIds],
    policies: site.policyCount,
    organizationLocations: [...site.organizationLocationIds],
    alertTimes: presentAlertTimes(site.id, site.alert_times),
  };
}

/** Sunday first. A group has a day once, so the two name a row. */
function presentAlertTimes(siteId: string, times: readonly AlertTime[]): Site['alertTimes'] {
  return times.toSorted((a, b) => a.day - b.day).map((time) => ({ id: `${siteId}-${time.day}`, ...time }));
}
