import { getCurrentUser, getCustomer } from '@allclear/contract';
import { permissionsOf, roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../store/database.ts';
import { findUser, readCustomer } from '../../store/people.ts';
import { notFound } from '../errors.ts';
import { serve } from '../serve.ts';

export function peopleRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, getCurrentUser, async ({ principal }) => {
    const user = await findUser(db, principal.customerId, principal.userId);
    if (!user) throw notFound('The user');
    return {
      id: user.id,
      customerId: user.customer_id,
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

  serve(app, getCustomer, async ({ principal }) => {
    const customer = await readCustomer(db, principal.customerId);
    return {
      id: customer.id,
      name: customer.name,
      entitlements: customer.entitlements,
      supportEmail: customer.support_email,
      supportPhone: customer.support_phone,
    };
  });
}
