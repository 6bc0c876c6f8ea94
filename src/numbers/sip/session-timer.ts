/** How long a session lives without a sign of life, and who gives it (RFC 4028). */
import { parseCount, parseParameterized, splitTokens } from './fields.ts';
import type { HeaderField, Headers } from './headers.ts';

/** §5: shorter ones are refused. */
export const minSessionS = 90;
export const sessionSDefault = 1_800;

export type SessionInterval = {
  readonly seconds: number;
  /** Whether it is us who refresh. */
  readonly isOurs: boolean;
};

type SessionExpires = { readonly seconds: number; readonly refresher: 'uac' | 'uas' | undefined };

function readSessionExpires(headers: Headers): SessionExpires | undefined {
  const text = headers.get('session-expires');
  const parts = text === undefined ? undefined : parseParameterized(text);
  const seconds = parseCount(parts?.value);
  if (parts === undefined || seconds === undefined) return undefined;
  const refresher = parts.parameters.get('refresher')?.toLowerCase();
  return { seconds, refresher: refresher === 'uac' || refresher === 'uas' ? refresher : undefined };
}

function supportsTimer(headers: Headers): boolean {
  const tags = splitTokens([...headers.all('supported'), ...headers.all('require')]);
  return tags.includes('timer');
}

/** Whether a request asks for less than we take, which is a 422. */
export function isTooShort(headers: Headers): boolean {
  const asked = readSessionExpires(headers);
  return asked !== undefined && supportsTimer(headers) && asked.seconds < minSessionS;
}

/** What we ask for in a request of ours. */
export function askSession(seconds: number, refresher?: 'uac' | 'uas'): HeaderField[] {
  const behind = refresher === undefined ? '' : `;refresher=${refresher}`;
  return [
    ['session-expires', `${seconds}${behind}`],
    ['min-se', `${minSessionS}`],
  ];
}

/** §9: what we answer to a request, and what follows from it for us. */
export function grantSession(
  headers: Headers,
  wishS: number = sessionSDefault,
): { readonly interval: SessionInterval; readonly fields: readonly HeaderField[] } {
  const asked = readSessionExpires(headers);
  const minS = Math.max(minSessionS, parseCount(headers.get('min-se')) ?? 0);
  // Ours may only shorten what was asked for, down to what the other side bears.
  const seconds = Math.max(Math.min(asked?.seconds ?? wishS, wishS), minS);
  if (!supportsTimer(headers)) {
    return { interval: { seconds, isOurs: true }, fields: [] };
  }
  const refresher = asked?.refresher ?? 'uac';
  const value: HeaderField = ['session-expires', `${seconds};refresher=${refresher}`];
  return {
    interval: { seconds, isOurs: refresher === 'uas' },
    fields: refresher === 'uac' ? [['require', 'timer'], value] : [value],
  };
}

/** §7.2: what the answer to a request of ours says. Who does not know of timers is refreshed by us. */
export function readGrant(headers: Headers, askedS: number): SessionInterval {
  const granted = readSessionExpires(headers);
  if (granted === undefined) return { seconds: askedS, isOurs: true };
  const seconds = Math.max(granted.seconds, minSessionS);
  return { seconds, isOurs: granted.refresher !== 'uas' };
}

/** §10: the refresher acts after half of the time, the other gives up shortly before its end. */
export function actAfterMs({ seconds, isOurs }: SessionInterval): number {
  return isOurs ? seconds * 500 : (seconds - Math.min(32, seconds / 3)) * 1_000;
}
