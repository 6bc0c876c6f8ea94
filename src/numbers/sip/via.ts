/** Where the answer to a request goes (RFC 3261 §18.2, RFC 3581). */
import { parseVia, splitLists } from './fields.ts';
import { Headers } from './headers.ts';
import type { SipRequest } from './message.ts';
import type { Flow } from './transport/flow.ts';
import type { Source } from './user-agent.ts';

const portDefault = 5_060;

/** The request with `received` and `rport` in its first Via, as its answer must carry them. */
export function stampVia(request: SipRequest, { address, port }: Source): SipRequest {
  const first = request.headers.get('via');
  const [top, ...others] = (first === undefined ? undefined : splitLists([first])) ?? [];
  const via = top === undefined ? undefined : parseVia(top);
  if (top === undefined || via === undefined) return request;
  const wantsPort = via.parameters.has('rport') && via.parameters.get('rport') === undefined;
  if (!wantsPort && via.host === address) return request;
  const behind = `;received=${address}${wantsPort ? `;rport=${port}` : ''}`;
  const stamped = `${withoutStamps(top)}${behind}`;
  const headers = new Headers(request.headers);
  headers.replaceFirst('via', [stamped, ...others].join(', '));
  return { ...request, headers };
}

/** What the sender wrote there itself must not stand beside what we saw. */
function withoutStamps(via: string): string {
  return via.replaceAll(/;[ \t]*(?:received|rport)(?:[ \t]*=[^;]*)?(?=;|$)/gi, '');
}

/**
 * RFC 3581 §4: with `rport` to where it came from; else to the port that the sender names. `maddr` is not
 * obeyed: it would make us send to whomever a stranger points at.
 */
export function answerFlow(request: SipRequest, flow: Flow): Flow {
  if (flow.isReliable) return flow;
  const [top] = splitLists([request.headers.get('via') ?? '']) ?? [];
  const via = top === undefined ? undefined : parseVia(top);
  if (via === undefined || via.parameters.has('rport')) return flow;
  const port = via.port ?? portDefault;
  return port === flow.port ? flow : flow.toPort(port);
}
