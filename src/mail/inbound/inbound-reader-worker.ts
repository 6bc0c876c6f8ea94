/** The thread in which mails from outside are read. */
import { parentPort } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { readInboundMail } from './read-inbound.ts';

export type InboundAsked = { readonly octets: Uint8Array; readonly sender: string };

const port = must(parentPort, 'thread that asks');

port.on('message', ({ octets, sender }: InboundAsked) => void read(octets, sender));

async function read(octets: Uint8Array, sender: string): Promise<void> {
  port.postMessage(await readInboundMail(octets, sender));
}

// Ready.
port.postMessage('');
