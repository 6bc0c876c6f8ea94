/** The thread in which mails from outside are read. */
import { answerAside } from '#core/side-work.ts';
import { readInboundMail } from './read-inbound.ts';

export type InboundAsked = { readonly octets: Uint8Array; readonly sender: string };

answerAside(({ octets, sender }: InboundAsked) => readInboundMail(octets, sender));
