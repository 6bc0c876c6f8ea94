/** A customer's software: binds to our SMPP port, submits, and keeps what is delivered to it. */
import { systemClock } from '#core/clock.ts';
import type { BindSettings } from '#sms/smpp/bind-settings.ts';
import type { SubmitOutcome } from '#sms/smpp/client.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import { textTlv } from '#sms/smpp/tlv.ts';
import { Arrivals, isBound, openClient, submitBy } from './smpp-link.ts';

export type Credentials = { readonly systemId: string; readonly password: string };

export type CustomerOptions = Credentials &
  Partial<BindSettings> & {
    readonly port: number;
    /** The answer to what is delivered. */
    readonly answer?: (pdu: DeliverSm) => Promise<number> | number;
  };

export function openCustomer({ answer = () => 0, ...settings }: CustomerOptions) {
  const delivered = new Arrivals<DeliverSm>();
  const counts = new Arrivals<number>();
  const link = openClient(
    systemClock,
    { window: 50, ...settings },
    {
      deliver: (pdu) => {
        delivered.add(pdu);
        counts.add(delivered.all.length);
        return answer(pdu);
      },
    },
  );
  return {
    ...link,
    delivered,
    bound: () => link.states.next(isBound),
    /** Until so many deliveries have come. */
    until: (count: number) => counts.next((reached) => reached >= count),
    submit: (over: Partial<SubmitSm> = {}): Promise<SubmitOutcome> =>
      submitBy(link.client, aSubmitPdu(over)),
    /** Submits so many, as the window allows, until the link is lost; tells each id as it comes. */
    async submitMany(
      count: number,
      make: (index: number) => Partial<SubmitSm>,
      took: (id: string) => void,
    ): Promise<void> {
      const waiting = new Set<Promise<void>>();
      const submitOne = async (over: Partial<SubmitSm>): Promise<void> => {
        const outcome = await submitBy(link.client, aSubmitPdu(over));
        if (outcome.kind === 'answered' && outcome.status === 0) took(outcome.messageId);
      };
      for (let index = 0; index < count; index += 1) {
        while (link.client.roomForSubmits === 0) {
          if (waiting.size === 0) return;
          await Promise.race(waiting);
        }
        const sent = submitOne(make(index)).finally(() => waiting.delete(sent));
        waiting.add(sent);
      }
      await Promise.all(waiting);
    },
  };
}

export function aSubmitPdu(over: Partial<SubmitSm> = {}): SubmitSm {
  return {
    ...blankBody('submit_sm'),
    source: { ton: 5, npi: 0, address: 'Acme' },
    destination: { ton: 1, npi: 1, address: '33639980001' },
    registeredDelivery: 1,
    shortMessage: Buffer.from('Hello'),
    ...over,
  };
}

/** The id of the message that a receipt is about. */
export function receiptedId(pdu: Pick<DeliverSm, 'tlvs'>): string | undefined {
  return textTlv(pdu.tlvs, 0x001e);
}
