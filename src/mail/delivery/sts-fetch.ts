/** Fetches a policy from the host that RFC 8461 §3.3 names: by HTTPS alone, no redirects, and bounded. */
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import type { AddressGuard } from '#core/address-guard.ts';
import { dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { policyFetches } from '#mail/mail-boundaries.ts';

export type StsFetchOptions = {
  readonly guard: Pick<AddressGuard, 'vet'>;
  readonly clock: Clock;
  readonly port?: number | undefined;
  /** In place of the system's authorities. */
  readonly ca?: string | undefined;
};

const limitMs = 20_000;
const bytesMax = 65_536;

/** The text of the policy; undefined: there is none to be had now. */
export async function fetchSts(
  domain: string,
  options: StsFetchOptions,
): Promise<string | undefined> {
  const hostname = `mta-sts.${domain}`;
  const vetted = await options.guard.vet(hostname);
  const address = vetted.ok ? vetted.addresses[0] : undefined;
  return address === undefined ? undefined : get(hostname, address, options);
}

function get(
  hostname: string,
  address: string,
  { port = 443, ca, clock }: StsFetchOptions,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request({
      // The address that was vetted, whatever the name says by now.
      host: address,
      servername: hostname,
      port,
      family: isIP(address),
      path: '/.well-known/mta-sts.txt',
      headers: { host: hostname, accept: 'text/plain' },
      agent: false,
      minVersion: 'TLSv1.2',
      ...(ca !== undefined && { ca }),
    });
    const settle = (text: string | undefined): void => {
      timer.cancel();
      asked.destroy();
      resolve(text);
    };
    const timer = clock.after(limitMs, () => settle(undefined));
    const nothing = (): void => settle(undefined);
    asked.on('error', policyFetches.guard(nothing, dropped));
    const take = (response: IncomingMessage): void => {
      const type = response.headers['content-type'] ?? '';
      if (response.statusCode !== 200 || !/^text\/plain\b/i.test(type)) {
        settle(undefined);
        return;
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on(
        'data',
        policyFetches.guard((chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > bytesMax) settle(undefined);
          else chunks.push(chunk);
        }, nothing),
      );
      response.on('error', policyFetches.guard(nothing, dropped));
      response.on(
        'end',
        policyFetches.guard(() => settle(Buffer.concat(chunks).toString('utf8')), nothing),
      );
    };
    asked.on('response', policyFetches.guard(take, nothing));
    asked.end();
  });
}
