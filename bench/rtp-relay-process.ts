/** Our media threads alone in a process: relays what the parent orders, and says at which ports. */
import { RtpMedia } from '#numbers/sip/media/rtp-media.ts';

/** Ports of the phones on both sides of each call. */
export type RelayOrders = readonly { readonly a: number; readonly b: number }[];
/** Where they speak to. */
export type RelayPorts = readonly { readonly a: number; readonly b: number }[];

const address = '127.0.0.1';
const media = new RtpMedia({ workers: 1, ports: { first: 44_000, last: 45_999 } });

process.once('message', (orders: RelayOrders) => void relay(orders));

async function relay(orders: RelayOrders): Promise<void> {
  const ports: { a: number; b: number }[] = [];
  for (const order of orders) {
    const call = await media.open({ kind: 'relay', bindAddress: address }, {});
    if (call === undefined) throw new Error('no port is left');
    for (const side of ['a', 'b'] as const) {
      const peer = { address, port: order[side], sources: [address], payloadTypes: [8] };
      call.lock(side, { ...peer, symmetric: true });
    }
    ports.push({ a: call.port('a'), b: call.port('b') });
  }
  process.send?.(ports satisfies RelayPorts);
}
