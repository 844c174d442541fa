import { checkPublicUrl } from '@allclear/adapters';
import type { BodyOf, saveSso } from '@allclear/contract';
import {
  clientSecretPurpose,
  discover,
  fetchMetadata,
  type SsoConfig,
  type SsoContext,
  type SsoProvider,
} from '../identity/index.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/subject.ts';

export type ProviderNeeds = Pick<Platform, 'db' | 'secrets' | 'settings' | 'http' | 'log'>;

/** What single sign-on needs of the server, for calls of the API. */
export function contextOf({ db, secrets, http, settings, log }: ProviderNeeds): SsoContext {
  const { url, allowPrivateAddresses } = settings;
  return { db, secrets, http, url, allowPrivateAddresses, log, wallNow };
}

/** The provider of a draft, reached once, so that a wrong address is found while somebody looks. Throws `invalid`. */
export async function checkedProvider(
  needs: ProviderNeeds,
  organizationId: string,
  body: BodyOf<typeof saveSso>,
  before: SsoConfig | undefined,
): Promise<SsoProvider> {
  if (body.IDPDisplayName === '') throw invalid({ IDPDisplayName: ['Name is required'] });
  const context = contextOf(needs);
  if (body.IDPType === 'Saml2') {
    const { idpEntityId = '', metadataUrl = '' } = body;
    if (idpEntityId === '') throw invalid({ IdpEntityId: ['Provider entity ID is required'] });
    requirePublic(needs, 'MetadataUrl', metadataUrl);
    const metadata = await fetchMetadata(context, { metadataUrl, idpEntityId }).catch((error: Error) => {
      throw invalid({ MetadataUrl: [error.message] });
    });
    const spEntityId = body.spEntityId || needs.settings.url;
    return { type: 'Saml2', spEntityId, idpEntityId, metadataUrl, metadata };
  }
  const type = body.IDPType;
  const issuer = type === 'Google' ? needs.settings.googleIssuer : (body.issuer ?? '');
  const { clientId = '', clientSecret = '' } = body;
  if (type === 'Oidc') requirePublic(needs, 'Issuer', issuer);
  if (clientId === '') throw invalid({ ClientId: ['Client ID is required'] });
  const purpose = clientSecretPurpose(organizationId);
  // A secret is kept for the issuer that it was given for alone: it is never sent to another one.
  const given = before && before.provider.type !== 'Saml2' ? before.provider : null;
  const sealedBefore = given?.issuer === issuer ? given.sealedClientSecret : null;
  if (clientSecret === '' && sealedBefore === null)
    throw invalid({ ClientSecret: ['Client secret is required'] });
  const isSame = sealedBefore !== null && needs.secrets.open(sealedBefore, purpose) === clientSecret;
  const sealedClientSecret =
    sealedBefore !== null && (clientSecret === '' || isSame)
      ? sealedBefore
      : needs.secrets.seal(clientSecret, purpose);
  const allowHttp = needs.settings.allowPrivateAddresses;
  const secret = needs.secrets.open(sealedClientSecret, purpose);
  await discover({ http: needs.http, allowHttp }, { issuer, clientId }, secret).catch(() => {
    const label = type === 'Google' ? 'IDPType' : 'Issuer';
    throw invalid({ [label]: ['No provider of OpenID Connect answers at this address'] });
  });
  return { type, issuer, clientId, sealedClientSecret };
}

function requirePublic(
  { settings: { allowPrivateAddresses } }: ProviderNeeds,
  label: string,
  url: string,
): void {
  const problem = checkPublicUrl(url, { allowPrivateAddresses });
  if (problem !== null) throw invalid({ [label]: [problem] });
  if (!allowPrivateAddresses && !url.startsWith('https:'))
    throw invalid({ [label]: ['Enter an address that starts with https://.'] });
}
