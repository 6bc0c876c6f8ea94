/** The simulated operator with a client that is bound to it, and what it delivers. */
import { type Clock, systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openSimulatedOperator } from '#simulator/simulated-operator.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import { integerTlv, tag, textTlv, userDataOf } from '#sms/smpp/tlv.ts';
import { Arrivals, isBound, openClient, submitBy } from './smpp-link.ts';

type Delivered = { readonly message: DeliverSm; readonly on: string };

/** Delays of the phones become milliseconds. */
export async function openSimulatorWorld(delayScale = 0.001, clock: Clock = systemClock) {
  const stack = new AsyncDisposableStack();
  const operator = stack.use(
    await openSimulatedOperator({
      host: '127.0.0.1',
      port: 0,
      systemId: 'PARLEY',
      password: 'secret',
      clock,
      random: () => 0.5,
      log: openLog('silent'),
      delayScale,
    }),
  );
  const deliveries = new Arrivals<Delivered>();
  const answers: number[] = [];
  const dial = async (on: string, settings: Partial<Parameters<typeof openClient>[1]> = {}) => {
    const link = stack.use(
      openClient(
        systemClock,
        { port: operator.port, reconnectFirstMs: 20, ...settings },
        {
          deliver: (message) => {
            deliveries.add({ message, on });
            return answers.shift() ?? 0;
          },
        },
      ),
    );
    await link.states.next(isBound);
    return link;
  };
  const link = await dial('first');
  const submit = (digits: string, changes: Partial<SubmitSm> = {}) =>
    submitBy(link.client, messageTo(digits, changes), 7);
  return {
    operator,
    link,
    dial,
    submit,
    deliveries,
    answers,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** To +33 6 39 98 and four digits. */
export function messageTo(digits: string, changes: Partial<SubmitSm> = {}): SubmitSm {
  return {
    ...blankBody('submit_sm'),
    source: { ton: 3, npi: 0, address: '36180' },
    destination: { ton: 1, npi: 1, address: `3363998${digits}` },
    registeredDelivery: 1,
    shortMessage: Buffer.from('Bonjour'),
    ...changes,
  };
}

/** One of the two parts of a long message. */
export function partOf(number: number): Partial<SubmitSm> {
  return { esmClass: 0x40, shortMessage: Buffer.from([5, 0, 3, 99, 2, number, 0x41]) };
}

export async function take(deliveries: Arrivals<Delivered>, count: number): Promise<DeliverSm[]> {
  await deliveries.next(() => deliveries.all.length >= count);
  return deliveries.all.map(({ message }) => message);
}

export function stateOf({ tlvs }: DeliverSm): number | undefined {
  return integerTlv(tlvs, tag.messageState);
}

export function idOf({ tlvs }: DeliverSm): string | undefined {
  return textTlv(tlvs, tag.receiptedMessageId);
}

export function textOf(message: DeliverSm): string {
  return userDataOf(message).toString('latin1');
}
