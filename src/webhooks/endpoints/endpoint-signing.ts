/** `endpoint sign`: signatures besides the one that every webhook has. */
import { z } from 'zod';
import { operation, Refusal } from '#core/operation.ts';
import type { Sealer } from '#core/sealed.ts';
import { type SignatureScheme, signatureSchemes } from '#core/signature-words.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import { makeSigningKey, SigningKey, signingKeyPlace } from '#webhooks/signing-key.ts';
import type { WebhookStore } from '#webhooks/webhook-store.ts';
import {
  accountOfEndpoint,
  type EndpointPorts,
  endpointId,
  findOwn,
  notThere,
} from './endpoint-input.ts';
import { endpointReads } from './endpoint-operations.ts';

type SigningPorts = EndpointPorts & {
  readonly webhooks: Pick<WebhookStore, 'saveSignatures'>;
  readonly sealer: Sealer;
};

/** Those by a key of their own, whose public half is for everybody. */
const keyed: ReadonlySet<SignatureScheme> = new Set(['v1a', 'rfc9421']);

export const signEndpoint = operation({
  name: 'endpoint sign',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: z.strictObject({
    endpoint: endpointId,
    signatures: z.array(z.enum(signatureSchemes)).max(signatureSchemes.length),
  }),
  output: z.object({
    endpoint: z.int(),
    signatures: z.array(z.enum(signatureSchemes)),
    /** With which those by a key of its own are verified. */
    publicKey: z.string().optional(),
  }),
  refusals: ['endpoint is not there'],
  async run(ports: SigningPorts, { endpoint: id, signatures: named }, caller) {
    const signatures = signatureSchemes.filter((scheme) => named.includes(scheme));
    const endpoint = await findOwn(ports, { endpoint: id }, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const key = signatures.some((scheme) => keyed.has(scheme))
      ? signingKey(endpoint, ports.sealer)
      : undefined;
    const sealedSigningKey = key?.sealed ?? endpoint.settings.sealedSigningKey;
    const signing = { signatures, sealedSigningKey };
    const isThere = await ports.webhooks.saveSignatures(endpoint, signing, caller);
    if (!isThere) return notThere(id);
    return { endpoint: id, signatures, ...(key !== undefined && { publicKey: key.publicText }) };
  },
});

/** The one that it has, or a new one. */
function signingKey(endpoint: Endpoint, sealer: Sealer) {
  const place = signingKeyPlace(endpoint);
  const { sealedSigningKey: standing } = endpoint.settings;
  const kept = standing === '' ? makeSigningKey() : sealer.open(standing, place);
  const sealed = standing === '' ? sealer.seal(kept, place) : standing;
  return { sealed, publicText: new SigningKey(kept).publicText };
}
