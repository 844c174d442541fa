import { getCurrentUser, getOrganization } from '@allclear/contract';
import { permissionsOf, roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { serve } from '../platform/http/serve.ts';
import { findUser, readOrganization } from './store.ts';

export function organizationRoutes(app: FastifyInstance, { db }: { db: Database }): void {
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
      permissions: permissionsOf(principal.role),
    };
  });

  serve(app, getOrganization, async ({ principal }) => {
    const organization = await readOrganization(db, principal.organizationId);
    return {
      id: organization.id,
      name: organization.name,
      entitlements: organization.entitlements,
      supportEmail: organization.supportEmail,
      supportPhone: organization.supportPhone,
    };
  });
}
