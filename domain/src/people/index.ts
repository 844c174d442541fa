export {
  type ConsultationDraft,
  checkConsultation,
  checkSupportRequest,
  inquiryMaxLength,
  inquirySubjectMaxLength,
  maxCopies,
  type PreferredContact,
} from './inquiry-rules.ts';
export {
  bannerMaxLength,
  checkManagedOrganization,
  checkOrganization,
  type ManagedOrganizationDraft,
  type OrganizationDraft,
  organizationNameMaxLength,
  supportPhoneMaxLength,
} from './organization-rules.ts';
export {
  type AccountDraft,
  checkAccountPerson,
  checkGroupName,
  checkNotificationPerson,
  e164,
  emailMaxLength,
  groupNameMaxLength,
  isEmailAddress,
  nameFault,
  type PersonDraft,
  personNameMaxLength,
} from './people-rules.ts';
export { permissionTexts } from './permission-texts.ts';
export {
  can,
  type Feature,
  featureNumbers,
  features,
  grantOf,
  isFeature,
  isPermission,
  mayManage,
  type Permission,
  permissions,
  permissionsOf,
  type RolePermission,
} from './permissions.ts';
export { isRole, operatorRole, type Role, roleNumber, roleOfNumber, roles, rolesBelow } from './roles.ts';
export { checkSetup, type SetupDraft } from './setup-rules.ts';
