import { getCurrentUser, getOrganization, getOrganizationById } from '@allclear/contract';
import { featureNumbers, roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findImpersonation } from '../identity/index.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { findUser, readOrganization } from './store.ts';

export function organizationRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const impersonationOf = async (principal: Principal) => {
    if (principal.impersonatedBy === null || principal.credential === null) return {};
    const found = await findImpersonation(db, principal.credential.id);
    if (!found) return {};
    const { operatorName: operator, reason, expiresAt } = found;
    return { impersonation: { operator, reason, untilUtc: isoTime(expiresAt) } };
  };

  serve(app, getCurrentUser, async ({ principal }) => {
    const user = await findUser(db, keyOf(principal, principal.userId));
    if (!user) throw notFound('The user');
    return {
      id: user.id,
      customerId: user.organizationId,
      email: user.email,
      phoneNumber: user.phoneNumber,
      userName: user.userName,
      firstName: user.firstName,
      lastName: user.lastName,
      fullName: `${user.firstName} ${user.lastName}`.trim(),
      roleName: roles[principal.role].displayName,
      created: isoTime(user.createdAt),
      activated: isoTime(user.activatedAt),
      isActive: user.isActive,
      declinesNotifications: user.declinesNotifications,
      permissions: [...principal.permissions],
      ...((await isWidgetAdmin(db, principal)) ? { widgetAdmin: true } : {}),
      ...(await impersonationOf(principal)),
    };
  });

  serve(app, getOrganization, ({ principal }) => presentOrganization(db, principal.organizationId));

  serve(app, getOrganizationById, async ({ principal, params }) => {
    if (params.id.toLowerCase() !== principal.organizationId) throw notFound('The organization');
    return presentOrganization(db, principal.organizationId);
  });
}

/** A Super Admin of an organization that operators gave the widgets of all, as the claim WIDGET_ADMIN says. */
async function isWidgetAdmin(db: Database, { role, organizationId }: Principal): Promise<boolean> {
  return role === 'super-admin' && (await readOrganization(db, organizationId)).widgetAdmin === true;
}

async function presentOrganization(db: Database, organizationId: string) {
  const { id, name, withheldFeatures, supportEmail, supportPhone, banner, status, cameraMinutes, ...rest } =
    await readOrganization(db, organizationId);
  return {
    id,
    name,
    entitlements: featureNumbers(withheldFeatures),
    supportEmail,
    supportPhone,
    banner,
    status,
    liveStreamMinutes: cameraMinutes,
    companyType: rest.companyType,
    created: isoTime(rest.createdAt),
  };
}
