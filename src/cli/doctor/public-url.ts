/** The public URL as others meet it: whether it answers as this program, and how long its certificate holds. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Config } from '#config.ts';
import type { Dns } from '#core/dns.ts';
import { tlsFailureOf } from '#core/peer-troubles.ts';
import { soonMs } from './certificates.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const answerMs = 10_000;
const answerBytesMax = 1_000;
const of = 'public URL, from here';

/** Where to connect, and whose certificate is wanted there. */
type Place = { readonly hostname?: string; readonly servername?: string };

type Met = {
  readonly status: number;
  readonly body: string;
  /** Null without TLS. */
  readonly validUntilMs: number | null;
};

export async function tryPublicUrl(
  { publicUrl, nameServers }: Config,
  { dns, nowMs }: { readonly dns: Dns; readonly nowMs: number },
): Promise<readonly Finding[]> {
  if (publicUrl === undefined) return [];
  const url = new URL('/healthz', publicUrl);
  try {
    const place = await placeOf(url, nameServers.length === 0 ? undefined : dns);
    return [judge(publicUrl, await meet(url, place), nowMs)];
  } catch (error) {
    return [failure(publicUrl, error)];
  }
}

function meet(url: URL, place: Place): Promise<Met> {
  const met = Promise.withResolvers<Met>();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const asked = request(url, {
    agent: false,
    signal: AbortSignal.timeout(answerMs),
    ...place,
    headers: { Host: url.host },
  });
  asked.once('error', met.reject);
  asked.once('response', (response) => {
    const { socket } = response;
    const until = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
    const validUntilMs = until === undefined ? null : Date.parse(until);
    const status = response.statusCode ?? 0;
    readStart(response).then((body) => met.resolve({ status, body, validUntilMs }), met.reject);
  });
  asked.end();
  return met.promise;
}

async function readStart(response: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of response) {
    body += String(chunk);
    if (body.length > answerBytesMax) break;
  }
  return body.slice(0, answerBytesMax);
}

function judge(publicUrl: string, { status, body, validUntilMs }: Met, nowMs: number): Finding {
  if (status !== 200 || !body.includes('"alive"')) {
    const fix = 'Have the proxy there hand every path to the HTTP port of this server.';
    return fail(of, `${publicUrl}/healthz answers ${status}, and not as Parley does.`, fix);
  }
  if (validUntilMs === null) return ok(of, `${publicUrl} answers, in clear.`);
  const until = new Date(validUntilMs).toISOString().slice(0, 10);
  const says = `${publicUrl} answers; its certificate ends on ${until}.`;
  const isSoon = validUntilMs - nowMs < soonMs;
  return isSoon ? warn(of, says, 'Renew it where the proxy has it.') : ok(of, says);
}

function failure(publicUrl: string, error: unknown): Finding {
  const code = tlsFailureOf(error);
  if (code !== undefined) {
    const fix = 'Give the proxy a certificate for that name, in force and with its chain.';
    return fail(of, `The certificate of ${publicUrl} is not accepted: ${code}.`, fix);
  }
  const why = error instanceof Error ? error.message || error.name : 'no answer';
  const fix = 'See that the name leads to the proxy, that it runs, and that its port is open.';
  return fail(of, `${publicUrl} does not answer: ${why}.`, fix);
}

/** By the name servers that the settings name; without them, or a name, as the machine does it. */
async function placeOf({ hostname }: URL, dns: Dns | undefined): Promise<Place> {
  if (dns === undefined || isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return {};
  const answers = await Promise.all([dns.findA(hostname), dns.findAaaa(hostname)]);
  const [address] = answers.flatMap((each) => (each.found === 'records' ? each.records : []));
  if (address === undefined) throw new Error(`${hostname} has no address`);
  return { hostname: address, servername: hostname };
}
