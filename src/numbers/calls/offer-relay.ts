/** A re-INVITE or UPDATE of one side of a B2BUA call: hold, another codec. It is asked of the other side, whose answer is ours. */
import type { IncomingOffer, OfferReply, Session } from '../sip/user-agent.ts';
import type { Passed } from './call-audio.ts';

export type Side = 'a' | 'b';

type RelayPorts = {
  readonly other: Session | undefined;
  readonly pass: (from: Side, sdp: Buffer) => Passed;
  /** What came in the ACK cannot be carried. */
  readonly failed: () => void;
};

export async function relayOffer(
  side: Side,
  offer: IncomingOffer,
  { other, pass, failed }: RelayPorts,
): Promise<OfferReply> {
  if (other === undefined) return { status: 481 };
  const asked = offer.sdp === undefined ? undefined : pass(side, offer.sdp);
  if (asked?.ok === false) return { status: asked.status };
  const outcome = await other.offer(asked?.sdp, { by: offer.by });
  if (outcome.kind === 'session ended') return { status: 481 };
  if (outcome.kind === 'refused') return { status: outcome.status };
  const answer = outcome.sdp === undefined ? undefined : pass(opposite(side), outcome.sdp);
  if (answer?.ok !== true) return { status: 488 };
  if (offer.sdp !== undefined) return { status: 200, sdp: answer.sdp };
  return {
    status: 200,
    sdp: answer.sdp,
    acknowledged: (theirs) => {
      const passed = theirs === undefined ? undefined : pass(side, theirs);
      if (passed?.ok === true) outcome.acknowledge(passed.sdp);
      else failed();
    },
  };
}

export function opposite(side: Side): Side {
  return side === 'a' ? 'b' : 'a';
}
