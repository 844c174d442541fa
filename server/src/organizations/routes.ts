import { getCurrentUser, getOrganization } from '@allclear/contract';
import { permissionsOf, roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { findUser, readOrganization } from './store.ts';

export function organizationRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, getCurrentUser, async ({ principal }) => {
    const user = await findUser(db, principal.organizationId, principal.userId);
    if (!user) throw notFound('The user');
    return {
      id: user.id,
      customerId: user.organization_id,
      email: user.email,
      phoneNumber: user.phone_number,
      userName: user.user_name,
      firstName: user.first_name,
      lastName: user.last_name,
      fullName: `${user.first_name} ${user.last_name}`.trim(),
      roleName: roles[principal.role].displayName,
      created: user.created_at.toISOString(),
      activated: user.activated_at?.toISOString() ?? null,
      isActive: user.is_active,
      declinesNotifications: user.declines_notifications,
      permissions: permissionsOf(principal.role),
    };
  });

  serve(app, getOrganization, async ({ principal }) => {
    const organization = await readOrganization(db, principal.organizationId);
    return {
      id: organization.id,
      name: organization.name,
      entitlements: organization.entitlements,
      supportEmail: organization.support_email,
      supportPhone: organization.support_phone,
    };
  });
}
