/**
 * A call that a proxy in front of us leads on: our 302 tells it where, in the order of the trunks, and who has diverted
 * the call. Nothing of it passes through us from then on, so that nothing is known of its end, and nothing billed.
 */
import type { HeaderField } from '../sip/headers.ts';
import { writeHostPort } from '../sip/uri.ts';
import type { TrunkSettings } from '../trunks/trunk.ts';
import type { CallInHand } from './call-in-hand.ts';
import type { Decision } from './call-policy.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import { diversionFields } from './diversions.ts';
import { writtenNumber } from './outgoing-leg.ts';

type Forward = Extract<Decision, { readonly kind: 'forward' }>;

/** As many as a proxy would try one behind the other. */
const contactsMax = 10;

/** Whether calls of that trunk are redirected; those to the built-in phones end here. */
export function isRedirected({ trunk }: CallInHand, { trunks }: Forward): boolean {
  return trunk.settings.media === 'redirect' && trunks.every(({ builtIn }) => !builtIn);
}

/** RFC 3261 §20.10: the best first by q; RFC 5806 §6: Diversion stands in the 302 too. */
export function redirectionFields(
  { call }: CallInHand,
  { trunks, target, hops }: Forward,
  { ourAddress }: Pick<CallServicePorts, 'ourAddress'>,
): readonly HeaderField[] {
  const { source, request } = call;
  const host = writeHostPort({
    host: ourAddress(source.address, source.localAddress),
    port: undefined,
  });
  const contacts = trunks.slice(0, contactsMax).map(({ settings }, place): HeaderField => {
    const uri = `sip:${writtenNumber(target, settings.numberForm)}@${placeIn(settings)};user=phone`;
    return ['contact', `<${uri}>;q=${(1 - place / contactsMax).toFixed(1)}`];
  });
  const numbers = hops.map(({ number }) => number.phone);
  return [...contacts, ...diversionFields({ request, how: 'stack', numbers, target, host })];
}

function placeIn({ host, port, transport }: TrunkSettings): string {
  const place = writeHostPort({ host, port: port ?? undefined });
  return transport === 'udp' ? place : `${place};transport=${transport}`;
}
