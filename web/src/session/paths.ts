/** The return address for the identity provider. */
export const callbackPath = '/callback';
/** The page for users without permission for a page, or for anything (spec 2 section 2). */
export const unauthorizedPath = '/Unauthorized';
/** Where a code by which an operator acts as a person is exchanged (spec 2 section 2). */
export const impersonationPath = '/impersonation';
/** The page of operators. */
export const operatorPath = '/operator';
/** An operator's own account. */
export const operatorProfilePath = '/operator/profile';
/** Where the mail to a new email address leads. */
export const confirmAddressPath = '/ConfirmAddress';
/** The first run of an installation: before the first sign-in, and its two steps after it. */
export const setupPath = '/setup';
export const setupMailPath = '/setup/mail';
export const setupLocationPath = '/setup/location';
/** The state of a siren's place for everybody (spec 3 section 2.12). */
export const publicSirenPath = '/public/:customerName/:sirenName/Widget';
/** A weather station's page, which is also for people who are not signed in (spec 3 section 2.3). */
export const stationPath = '/Historical/:stationId/:imageUrl?';
/** What a share link of a camera opens, for people without an account. */
export const cameraLinkPath = '/camera';
/** The wall, the only page that a display link opens. */
export const wallPath = '/wall';
/** Who changed what, for Admins. */
export const auditPath = '/Audit';
/** The history of a record. */
export const historyPath = (recordId: string) => `${auditPath}?record=${encodeURIComponent(recordId)}`;
/** What was observed, sent and done at a place, for those who may read reports. */
export const timelinePath = '/Timeline';
export const placeTimelinePath = (organizationLocationId: string) =>
  `${timelinePath}?place=${encodeURIComponent(organizationLocationId)}`;
/** The screen of a show, for whoever has its link. */
export const showPath = '/show';
/** What the link of a message that asks for a response opens, for people who are not signed in. */
export const respondPath = '/respond';
/** The shows of the organization, for Admins. */
export const showsPath = '/Shows';
/** What the code of a shelter opens, for people who are not signed in. The code is behind the `#`. */
export const checkInPath = '/check-in';
/** A roll-call, for everybody who sees its place; counts are for wardens. */
export const rollCallPath = '/roll-call/:id';
export const rollCallAddress = (id: string) => `/roll-call/${encodeURIComponent(id)}`;
/** The shelters and groups of a place. */
export const sheltersPath = '/shelters/:placeId';
export const sheltersAddress = (organizationLocationId: string) =>
  `/shelters/${encodeURIComponent(organizationLocationId)}`;
/** The code of a shelter, for paper. */
export const shelterSheetPath = '/shelters/:placeId/sheet/:shelterId';
export const shelterSheetAddress = (organizationLocationId: string, shelterId: string) =>
  `${sheltersAddress(organizationLocationId)}/sheet/${encodeURIComponent(shelterId)}`;
