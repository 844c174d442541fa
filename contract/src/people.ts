import { z } from 'zod';
import { defineRoute } from './route.ts';

export const currentUser = z.object({
  id: z.string(),
  customerId: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  roleName: z.string(),
  created: z.string(),
  activated: z.string().nullable(),
  isActive: z.boolean(),
  declinesNotifications: z.boolean(),
  permissions: z.array(z.string()),
});
export type CurrentUser = z.infer<typeof currentUser>;
export const getCurrentUser = defineRoute({
  method: 'GET',
  path: 'user/current',
  needs: 'signed-in',
  summary: 'The signed-in user',
  data: currentUser,
});

export const customer = z.object({
  id: z.string(),
  name: z.string(),
  /** Numeric feature flags of spec 1 section 3; 9 is the fourth lightning zone. */
  entitlements: z.array(z.number().int()),
  supportEmail: z.string(),
  supportPhone: z.string(),
});
export type Customer = z.infer<typeof customer>;
export const getCustomer = defineRoute({
  method: 'GET',
  path: 'Customer',
  needs: 'signed-in',
  summary: 'The signed-in user’s organisation',
  data: customer,
});
