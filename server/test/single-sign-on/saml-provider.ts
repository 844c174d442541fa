import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { freePort } from '../run-server.ts';
import { firstSamlKey } from './saml-keys.ts';

/** How an answer differs from a right one. */
export interface SamlWish {
  readonly destination?: string;
  readonly recipient?: string;
  readonly audience?: string;
  readonly issuer?: string;
  readonly inResponseTo?: string;
  /** Minutes that the answer is older than now. */
  readonly ageMinutes?: number;
  /** Written as it is, so that markup can be in it. */
  readonly nameId?: string;
  readonly signed?: 'assertion' | 'response' | 'both' | 'none';
  readonly algorithm?: 'sha1' | 'sha256';
  readonly key?: string;
  /** Changes the signed answer. */
  readonly change?: (xml: string) => string;
}

export interface SamlProviderStandIn {
  readonly entityId: string;
  readonly metadataUrl: string;
  readonly signInUrl: string;
  /** What the metadata says; tests may change it. */
  metadata: string | null;
  /** Whom browsers that come are signed in as. */
  nameId: string;
  /** The form fields of an answer to the request in an address. */
  answer(address: string, wish?: SamlWish): { SAMLResponse: string; RelayState: string };
  close(): Promise<void>;
}

const digests = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
};
const methods = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
};

/** A small SAML identity provider on a port of its own. */
export async function openSamlProvider(callbackUrl: string, audience: string): Promise<SamlProviderStandIn> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const entityId = `${address}/entity`;
  const signInUrl = `${address}/sso`;
  const provider: SamlProviderStandIn = {
    entityId,
    signInUrl,
    metadataUrl: `${address}/metadata`,
    metadata: samlMetadata({ entityId, signInUrl }),
    nameId: 'nobody@bay.example',
    answer(at, wish = {}) {
      const query = new URL(at).searchParams;
      const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
      const requestId = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
      const xml = answerXml({
        ...{ destination: callbackUrl, recipient: callbackUrl, audience, issuer: entityId },
        ...{ inResponseTo: requestId, nameId: provider.nameId, ...wish },
      });
      const changed = (wish.change ?? ((text: string) => text))(xml);
      return {
        SAMLResponse: Buffer.from(changed).toString('base64'),
        RelayState: query.get('RelayState') ?? '',
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const at = new URL(request.url ?? '/', address);
    if (at.pathname === '/metadata') {
      response.statusCode = provider.metadata === null ? 503 : 200;
      return response.end(provider.metadata ?? '');
    }
    const { SAMLResponse, RelayState } = provider.answer(at.href);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(`<!doctype html><html lang="en"><title>Provider</title><form method="post" action="${callbackUrl}">
<input type="hidden" name="SAMLResponse" value="${SAMLResponse}"><input type="hidden" name="RelayState" value="${RelayState}">
<button>Go on</button></form><script>document.forms[0].submit()</script></html>`);
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return provider;
}

export function samlMetadata({
  entityId,
  signInUrl,
  certificates = [firstSamlKey.certificate],
}: {
  entityId: string;
  signInUrl: string;
  certificates?: readonly string[];
}): string {
  const keys = certificates.map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

function answerXml(wish: SamlWish): string {
  const { destination, recipient, audience, issuer, inResponseTo, nameId, ageMinutes = 0 } = wish;
  const at = Date.now() - ageMinutes * 60_000;
  const iso = (minutes: number) => new Date(at + minutes * 60_000).toISOString();
  const [responseId, assertionId] = [id(), id()];
  const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${iso(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" Recipient="${recipient}" NotOnOrAfter="${iso(5)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${iso(-1)}" NotOnOrAfter="${iso(5)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${iso(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="firstName"><saml:AttributeValue>Grace</saml:AttributeValue></saml:Attribute><saml:Attribute Name="lastName"><saml:AttributeValue>Harbor</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${responseId}" Version="2.0" IssueInstant="${iso(0)}" Destination="${destination}" InResponseTo="${inResponseTo}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
  const { signed = 'assertion' } = wish;
  const inner = signed === 'assertion' || signed === 'both' ? sign(response, 'Assertion', wish) : response;
  return signed === 'response' || signed === 'both' ? sign(inner, 'Response', wish) : inner;
}

function sign(
  xml: string,
  part: 'Assertion' | 'Response',
  { key = firstSamlKey.key, algorithm = 'sha256' }: SamlWish,
) {
  const path = part === 'Response' ? '/*' : `//*[local-name(.)='Assertion']`;
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: methods[algorithm],
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: path,
    digestAlgorithm: digests[algorithm],
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signer.computeSignature(xml, {
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

function id(): string {
  return `_${randomBytes(16).toString('hex')}`;
}
