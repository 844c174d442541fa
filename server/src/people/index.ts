import { createTxtResolver } from '@allclear/adapters';
import { wallNow } from '../platform/clock/clock.ts';
import { defineSubject } from '../platform/subject.ts';
import { accountRoutes } from './accounts.routes.ts';
import { factorRoutes } from './factors.routes.ts';
import { groupRoutes } from './groups.routes.ts';
import { inquiryRoutes } from './inquiries/inquiries.routes.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { personImportRoutes } from './person-imports.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import { ssoRoutes } from './sso-config.routes.ts';
import { userRoutes } from './users.routes.ts';

export { requireMayChange } from './accounts.routes.ts';
export { type AccountInput, insertAccount, removeAccount } from './accounts.store.ts';
export { visibleGroup } from './groups.routes.ts';
export { fallbackTimeZone, findGroup } from './groups.store.ts';
export { endInquiry, findOpenInquiry, type OpenInquiry } from './inquiries/inquiries.store.ts';
export { inquiryMail, inquiryText } from './inquiries/inquiry-mail.ts';
export { provisionPerson } from './provision-person.ts';
export {
  EmailTaken,
  findDeletedPerson,
  findPerson,
  listPeople,
  removeNotificationUser,
  type StoredPerson,
} from './users.store.ts';
export { groupOf, visiblePerson } from './visible-people.ts';

export const people = defineSubject({
  name: 'people',
  openFeeds: ({ platform }) => createTxtResolver(platform.settings.dnsServers),
  async open({ platform, feeds: dns }) {
    const { db, clock } = platform;
    return {
      api: {},
      async routes(app) {
        groupRoutes(app, { db, clock });
        userRoutes(app, { db, clock });
        accountRoutes(app, { ...platform, wallNow });
        await personImportRoutes(app, { ...platform, wallNow });
        ownAccountRoutes(app, platform);
        factorRoutes(app, platform);
        ssoRoutes(app, { ...platform, dns });
        profileRoutes(app, platform);
        inquiryRoutes(app, platform);
      },
    };
  },
});
