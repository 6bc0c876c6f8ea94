/** The public URL as others meet it: whether it answers as this program, and how long its certificate holds. */
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Config } from '#config.ts';
import { ignored } from '#core/boundary.ts';
import type { Dns } from '#core/dns.ts';
import { tlsFailureOf } from '#core/peer-troubles.ts';
import { soonMs } from './certificates.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { findingParts } from './finding-words.ts';

const answerMs = 10_000;
const answerBytesMax = 1_000;

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

async function meet(url: URL, place: Place): Promise<Met> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const asked = request(url, {
    agent: false,
    signal: AbortSignal.timeout(answerMs),
    ...place,
    headers: { Host: url.host },
  });
  // What comes behind the response is heard by who reads it.
  asked.on('error', ignored);
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const { socket } = response;
  const until = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
  const validUntilMs = until === undefined ? null : Date.parse(until);
  return { status: response.statusCode ?? 0, body: await readStart(response), validUntilMs };
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
    return fail('public URL leads elsewhere', { url: publicUrl, status });
  }
  if (validUntilMs === null) return ok('public URL answers in clear', { url: publicUrl });
  const until = new Date(validUntilMs).toISOString().slice(0, 10);
  const isSoon = validUntilMs - nowMs < soonMs;
  return (isSoon ? warn : ok)('public URL answers', { url: publicUrl, until });
}

function failure(publicUrl: string, error: unknown): Finding {
  const code = tlsFailureOf(error);
  if (code !== undefined) {
    return fail('public URL has no valid certificate', { url: publicUrl, problem: code });
  }
  const why = error instanceof Error ? error.message || error.name : findingParts.noAnswer;
  return fail('public URL does not answer', { url: publicUrl, why });
}

/** By the name servers that the settings name; without them, or a name, as the machine does it. */
async function placeOf({ hostname }: URL, dns: Dns | undefined): Promise<Place> {
  if (dns === undefined || isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return {};
  const answers = await Promise.all([dns.findA(hostname), dns.findAaaa(hostname)]);
  const [address] = answers.flatMap((each) => (each.found === 'records' ? each.records : []));
  if (address === undefined) throw new Error(`${hostname} has no address`);
  return { hostname: address, servername: hostname };
}
