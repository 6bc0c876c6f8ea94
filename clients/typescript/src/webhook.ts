/**
 * Whether a webhook is the server's: HMAC-SHA256 after the Standard Webhooks specification, compared in
 * constant time, over the body as it came.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookCheck = {
  /** `whsec_…`, as the dashboard shows it; several while one is replaced. */
  readonly secret: string | readonly string[];
  /** Names in lower case, as Node has them. */
  readonly headers: WebhookHeaders;
  /** Octets or text, before anything has parsed it. */
  readonly body: string | Uint8Array;
  /** How old, or how far ahead, it may be; five minutes unless said otherwise. */
  readonly toleranceS?: number;
  readonly nowMs?: number;
};

export type WebhookVerdict =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false;
      readonly why: 'headers are missing' | 'timestamp is out of tolerance' | 'signature is wrong';
    };

const usualToleranceS = 300;

/** `id` is the same when a delivery comes again. */
export function verifyWebhook(check: WebhookCheck): WebhookVerdict {
  const { headers, body, secret, toleranceS = usualToleranceS, nowMs = Date.now() } = check;
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    textOf(headers[`webhook-${name}`]),
  );
  if (id === undefined || signature === undefined || !/^\d{1,15}$/.test(timestamp ?? '')) {
    return { ok: false, why: 'headers are missing' };
  }
  if (Math.abs(Math.floor(nowMs / 1_000) - Number(timestamp)) > toleranceS) {
    return { ok: false, why: 'timestamp is out of tolerance' };
  }
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const wanted = secrets.map((each) => sign(each, `${id}.${timestamp}.`, body));
  const given = signature.split(' ').flatMap((each) => digestOf(each));
  const isOurs = given.some((each) => wanted.some((right) => timingSafeEqual(each, right)));
  return isOurs ? { ok: true, id } : { ok: false, why: 'signature is wrong' };
}

function textOf(header: WebhookHeaders[string]): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined;
}

function sign(secret: string, start: string, body: string | Uint8Array): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(start).update(body).digest();
}

/** Of other schemes than v1 nothing is read; a digest of another length is none. */
function digestOf(written: string): readonly Buffer[] {
  if (!written.startsWith('v1,')) return [];
  const digest = Buffer.from(written.slice('v1,'.length), 'base64');
  return digest.length === 32 ? [digest] : [];
}
