/** Signatures that an endpoint may want besides `v1` of Standard Webhooks: core/signature-words.ts names them. */
import { createHmac, hash, type KeyObject } from 'node:crypto';
import type { SignatureScheme } from '#core/signature-words.ts';
import type { Signed } from './signature.ts';
import type { SigningKey } from './signing-key.ts';

export type SigningSecret = {
  readonly key: KeyObject;
  /** As people have it: `whsec_…`. */
  readonly text: string;
};

/** What a request is signed with. */
export type Signers = {
  readonly schemes: readonly SignatureScheme[];
  /** There where a scheme wants one. */
  readonly signingKey: SigningKey | undefined;
  /** Newest first. */
  readonly secrets: readonly SigningSecret[];
};

export type SignedRequest = Signed & { readonly method: 'POST'; readonly targetUri: string };

/** What goes before the other signatures: a known library reads what stands behind the last comma alone. */
export function leadingSignature({ id, timestampS, body }: Signed, signers: Signers): string {
  const { schemes, signingKey } = signers;
  if (signingKey === undefined || !schemes.includes('v1a')) return '';
  const head = Buffer.from(`${id}.${timestampS}.`);
  return `v1a,${signingKey.sign(Buffer.concat([head, body]))} `;
}

/** Whole lines of the head, each with its end. */
export function signatureLines(request: SignedRequest, signers: Signers): string {
  return hubLine(request, signers) + messageSignatureLines(request, signers);
}

/** One value has room for one signature: of a secret that is being replaced, while it is. */
function hubLine({ body }: Signed, { schemes, secrets }: Signers): string {
  const secret = secrets.at(-1);
  if (secret === undefined || !schemes.includes('hub')) return '';
  const mac = createHmac('sha256', secret.text).update(body).digest('hex');
  return `X-Hub-Signature-256: sha256=${mac}\r\n`;
}

type MessageSigner = {
  readonly label: string;
  readonly algorithm: 'ed25519' | 'hmac-sha256';
  readonly keyId: string;
  readonly sign: (base: string) => string;
};

const covered = '("@method" "@target-uri" "content-digest" "webhook-id")';
/** RFC 9421 §4: one dictionary member for each signature. RFC 9530 §2: the digest of the content. */
function messageSignatureLines(request: SignedRequest, signers: Signers): string {
  const all = messageSigners(signers);
  if (all.length === 0) return '';
  const digest = `sha-256=:${hash('sha256', request.body, 'base64')}:`;
  const inputs = all.map(({ label, algorithm, keyId, sign }) => {
    const { timestampS } = request;
    const parameters = `${covered};created=${timestampS};keyid="${keyId}";alg="${algorithm}"`;
    return { label, parameters, signature: sign(signatureBase(request, digest, parameters)) };
  });
  const input = inputs.map(({ label, parameters }) => `${label}=${parameters}`).join(', ');
  const signature = inputs.map(({ label, signature: text }) => `${label}=:${text}:`).join(', ');
  return `Content-Digest: ${digest}\r\nSignature-Input: ${input}\r\nSignature: ${signature}\r\n`;
}

/** RFC 9421 §2.5. */
function signatureBase(request: SignedRequest, digest: string, parameters: string): string {
  return [
    `"@method": ${request.method}`,
    `"@target-uri": ${request.targetUri}`,
    `"content-digest": ${digest}`,
    `"webhook-id": ${request.id}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
}

function messageSigners({ schemes, signingKey, secrets }: Signers): readonly MessageSigner[] {
  const signers: MessageSigner[] = [];
  if (signingKey !== undefined && schemes.includes('rfc9421')) {
    const sign = (base: string): string => signingKey.sign(Buffer.from(base, 'latin1'));
    signers.push({ label: 'parley', algorithm: 'ed25519', keyId: signingKey.id, sign });
  }
  if (!schemes.includes('rfc9421-hmac')) return signers;
  for (const [place, { key, text }] of secrets.entries()) {
    signers.push({
      label: place === 0 ? 'parley-hmac' : `parley-hmac-${place}`,
      algorithm: 'hmac-sha256',
      keyId: secretId(text),
      sign: (base) => createHmac('sha256', key).update(base, 'latin1').digest('base64'),
    });
  }
  return signers;
}

/** Tells a receiver which of his secrets it was, and nothing of it. */
function secretId(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16);
}
