import { expect, test } from 'vitest';
import { checkOrganization, type OrganizationDraft } from './organization-rules.ts';

const sound: OrganizationDraft = {
  name: 'Lakeside Schools',
  banner: null,
  supportEmail: 'help@lakeside.example',
  supportPhone: '(813) 555-0100 ext. 4',
  consultationEmail: null,
  defaultTimeZone: 'Eastern',
};

test('a name is all that an organization needs', () => {
  expect(checkOrganization(sound)).toEqual({});
  const bare = { ...sound, supportEmail: '', supportPhone: '', defaultTimeZone: null };
  expect(checkOrganization(bare)).toEqual({});
});

test.each<[Partial<OrganizationDraft>, string]>([
  [{ name: '  ' }, 'Name'],
  [{ name: 'x'.repeat(101) }, 'Name'],
  [{ name: '<b>Lakeside</b>' }, 'Name'],
  [{ banner: 'x'.repeat(201) }, 'Banner'],
  [{ banner: 'two\nlines' }, 'Banner'],
  [{ supportEmail: 'help' }, 'SupportEmail'],
  [{ supportPhone: '5'.repeat(41) }, 'SupportPhone'],
  [{ consultationEmail: 'desk@' }, 'ConsultationEmail'],
  [{ consultationEmail: '' }, 'ConsultationEmail'],
  [{ consultationEmail: 'desk@example.org\r\nBcc: all@example.org' }, 'ConsultationEmail'],
  [{ defaultTimeZone: 'Middle Earth' }, 'DefaultTimeZone'],
])('%j is an error of its field', (change, label) => {
  expect(Object.keys(checkOrganization({ ...sound, ...change }))).toEqual([label]);
});
