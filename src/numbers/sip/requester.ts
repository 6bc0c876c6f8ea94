/** Sends one request to where it must go, answers challenges, and settles with what came of it. */
import type { AgentCore } from './agent-core.ts';
import type { DigestClient } from './digest.ts';
import { type HeaderField, Headers } from './headers.ts';
import type { SipRequest } from './message.ts';
import type { Flow } from './transport/flow.ts';
import { Unreachable } from './transport/flow.ts';
import { parseUri } from './uri.ts';
import type { Hop, RequestOutcome } from './user-agent.ts';

/** The hop of an address in a dialog: what its next proxy or the other side's Contact says. */
async function hopOf(core: AgentCore, address: string): Promise<Hop> {
  const uri = parseUri(address);
  if (uri === undefined || uri.scheme === 'tel' || uri.scheme === 'other') {
    throw new Unreachable('address that cannot be sent to');
  }
  const { scheme, host, port, parameters } = uri;
  const named = parameters.get('transport')?.toLowerCase();
  const transport = scheme === 'sips' ? 'tls' : named;
  const isOurs = transport === 'udp' || transport === 'tcp' || transport === 'tls';
  const hops = await core.resolver.resolve({
    host,
    port,
    transport: isOurs ? transport : undefined,
  });
  const [first] = hops;
  if (first === undefined) throw new Unreachable('name without an address');
  return first;
}

/**
 * A dialog that began on a connection stays on it while it is open and leads to the same host: the
 * port in a Contact is where the other side listens, and behind a NAT nobody reaches it.
 */
export async function flowIn(
  core: AgentCore,
  address: string,
  known: Flow | undefined,
): Promise<Flow> {
  const hop = await hopOf(core, address);
  const isSame =
    known?.isReliable === true &&
    known.isOpen &&
    known.transport === hop.transport &&
    known.address === hop.address;
  if (isSame) return known;
  // Of several sockets of ours the one that the other side knows.
  const isUdp = known?.transport === 'udp' && hop.transport === 'udp';
  if (isUdp && known.isOpen && known.address === hop.address) return known.toPort(hop.port);
  // A connection that was lost is opened again to the peer that had to be there before.
  const { certificates } = known ?? {};
  const isAsked = hop.transport === 'tls' && certificates !== undefined;
  return core.transport.flowTo(isAsked ? { ...hop, certificates } : hop);
}

export type Sending = {
  readonly flow: () => Promise<Flow>;
  /** Makes the request again, with the next CSeq. */
  readonly make: () => SipRequest;
  readonly digest: DigestClient | undefined;
};

/** For everything but INVITE. */
export async function send(
  core: AgentCore,
  { flow, make, digest }: Sending,
): Promise<RequestOutcome> {
  for (let tries = 0; ; tries++) {
    const outcome = await sendOnce(core, flow, withFields(make(), digest));
    if (outcome.kind !== 'answered' || !isChallenge(outcome.status)) return outcome;
    if (digest?.take(outcome.response, tries) !== true) return outcome;
  }
}

export function isChallenge(status: number): boolean {
  return status === 401 || status === 407;
}

/** The request with what proves who we are, as far as that has been asked for. */
export function withFields(request: SipRequest, digest: DigestClient | undefined): SipRequest {
  const fields: HeaderField[] = digest?.authorize(request) ?? [];
  return fields.length === 0
    ? request
    : { ...request, headers: new Headers([...request.headers, ...fields]) };
}

async function sendOnce(
  core: AgentCore,
  open: () => Promise<Flow>,
  request: SipRequest,
): Promise<RequestOutcome> {
  try {
    const flow = await open();
    return await new Promise((settle) =>
      core.transactions.send(request, {
        flow,
        user: {
          response: (response) => {
            const { status } = response;
            if (status >= 200) settle({ kind: 'answered', status, response });
          },
          failed: settle,
        },
      }),
    );
  } catch (error) {
    if (error instanceof Unreachable) return { kind: 'unreachable', cause: error.message };
    throw error;
  }
}

/** RFC 3261 §12.2.1.2: the other side does not know the dialog any more, or is not there. */
export function isGone(outcome: RequestOutcome): boolean {
  return outcome.kind !== 'answered' || outcome.status === 408 || outcome.status === 481;
}
