export {
  checkGroupName,
  checkNotificationPerson,
  e164,
  emailMaxLength,
  groupNameMaxLength,
  isEmailAddress,
  type PersonDraft,
  personNameMaxLength,
} from './people-rules.ts';
export { can, isPermission, isRole, type Permission, permissionsOf, type Role, roles } from './roles.ts';
