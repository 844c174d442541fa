import { X509Certificate } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { systemActor } from '../../platform/actor.ts';
import { noteMetadata, type SamlMetadata, type SsoConfig, type SsoProvider } from './sso-config.store.ts';
import type { SsoContext } from './sso-context.ts';
import { SsoFailure } from './sso-failure.ts';
import { fetchDocument } from './sso-fetch.ts';

const actor = systemActor('saml-metadata');

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const maxAgeMs = 86_400_000;
/** After a failure it is asked for again no sooner than this. */
const askAgainMs = 600_000;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) =>
    [
      'EntityDescriptor',
      'IDPSSODescriptor',
      'SingleSignOnService',
      'KeyDescriptor',
      'X509Certificate',
    ].includes(name),
});

/**
 * Reads the metadata of the entity `entityId` (SAML 2.0 metadata, sections 2.3 and 2.4). Throws `SsoFailure` with
 * what is missing; a document with a DTD is refused, because entities could be anything.
 */
export function readMetadata(xml: string, entityId: string, fetchedAt: number): SamlMetadata {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new SsoFailure('The metadata has a DTD, which is not allowed.');
  const root = parse(xml);
  const entities = [root.EntityDescriptor, nodeOf(root.EntitiesDescriptor).EntityDescriptor].flatMap(listOf);
  const entity = entities.find((one) => one['@entityID'] === entityId);
  if (!entity) throw new SsoFailure('The metadata is not of the entity ID that was given.');
  const descriptors = listOf(entity.IDPSSODescriptor);
  const service = descriptors
    .flatMap(({ SingleSignOnService }) => listOf(SingleSignOnService))
    .find((one) => one['@Binding'] === redirectBinding);
  const signInUrl = decode(String(service?.['@Location'] ?? ''));
  if (!/^https?:$/.test(URL.parse(signInUrl)?.protocol ?? ''))
    throw new SsoFailure('The metadata names no sign-in address for HTTP-Redirect.');
  const certificates = descriptors
    .flatMap(({ KeyDescriptor }) => listOf(KeyDescriptor))
    .filter((key) => key['@use'] === undefined || key['@use'] === 'signing')
    .flatMap((key) => listOf(nodeOf(key.KeyInfo).X509Data))
    .flatMap((data) => (Array.isArray(data.X509Certificate) ? data.X509Certificate : []))
    .map((text: unknown) => String(text).replaceAll(/\s/g, ''))
    .filter(isCertificate);
  if (certificates.length === 0)
    throw new SsoFailure('The metadata has no certificate that answers are signed with.');
  return { signInUrl, certificates: [...new Set(certificates)].slice(0, 10), fetchedAt };
}

/** Fetches metadata. Throws `SsoFailure`, and `AdapterError` where it cannot be reached. */
export async function fetchMetadata(
  { http, allowPrivateAddresses, wallNow }: Pick<SsoContext, 'http' | 'allowPrivateAddresses' | 'wallNow'>,
  { metadataUrl, idpEntityId }: { metadataUrl: string; idpEntityId: string },
): Promise<SamlMetadata> {
  const xml = await fetchDocument(http, metadataUrl, 'application/samlmetadata+xml, application/xml');
  const metadata = readMetadata(xml, idpEntityId, wallNow());
  if (!allowPrivateAddresses && !metadata.signInUrl.startsWith('https:'))
    throw new SsoFailure('The sign-in address of the metadata is not https.');
  return metadata;
}

/** The metadata, fetched again once it is a day old; the old one serves while that fails. */
export async function freshMetadata(
  context: SsoContext,
  config: SsoConfig,
  provider: Extract<SsoProvider, { type: 'Saml2' }>,
): Promise<SamlMetadata> {
  const { db, log, wallNow } = context;
  const now = wallNow();
  const { metadata } = provider;
  const triedAt = config.metadataTriedAt?.getTime() ?? 0;
  if (now - metadata.fetchedAt < maxAgeMs || now - triedAt < askAgainMs) return metadata;
  const fetched = await fetchMetadata(context, provider).catch((error: Error) => {
    const { organizationId } = config;
    log.warn({ reason: error.message, organizationId }, 'SAML metadata could not be read: the old is used');
    return null;
  });
  await noteMetadata(db, actor, config, fetched, now);
  return fetched ?? metadata;
}

type Node = Record<string, unknown>;

function parse(xml: string): Node {
  try {
    return nodeOf(parser.parse(xml, true));
  } catch {
    throw new SsoFailure('The metadata is not XML.');
  }
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

function listOf(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).map(nodeOf);
}

/** The five entities that XML has without a DTD. */
function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey !== undefined;
  } catch {
    return false;
  }
}
