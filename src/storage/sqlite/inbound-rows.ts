/** Received messages on their way to the writer thread. */
import type { InboundItem, InboundMessage, InboundPart } from '#sms/inbound/inbound-store.ts';
import { type EventRows, eventRows, octetText, type Row } from './rows.ts';

/** `text`: the columns of the table `inbound_group` that name a text. */
export type PartRows = {
  readonly kind: 'part';
  readonly text: Row;
  readonly receivedAtMs: number;
  readonly awaitedMs: number;
  /** The columns of the table `inbound_part` behind its group, its octets last. */
  readonly part: Row;
};

export type MessageRows = {
  readonly kind: 'message';
  /** In the order of the table `inbound_message`, behind its id; its octets last. */
  readonly message: Row;
  readonly owed: readonly EventRows[];
  readonly groupId: number | null;
};

export type InboundRows = PartRows | MessageRows;

export function inboundRows(item: InboundItem): InboundRows {
  if (item.kind === 'part') return partRows(item.part);
  const { kind, message, events, groupId } = item;
  const owed = events.map((event) => eventRows(event));
  return { kind, message: messageRow(message), owed, groupId };
}

function partRows(part: InboundPart): PartRows {
  const { operatorId, sender, receiver, reference, total, number } = part;
  const { dataCoding, headerOctets, singleShift, lockingShift, octets } = part;
  const { receivedAtMs, awaitedMs } = part;
  return {
    kind: 'part',
    text: [sender, receiver, reference, total, operatorId],
    receivedAtMs,
    awaitedMs,
    part: [number, dataCoding, headerOctets, singleShift, lockingShift, octetText(octets)],
  };
}

function messageRow(message: InboundMessage): Row {
  return [
    message.operatorId,
    message.sender,
    message.receiver,
    message.kind,
    message.accountId,
    message.text ?? null,
    message.dataCoding,
    message.receivedAtMs,
    message.partsReceived,
    message.partsTotal,
    message.answersMessageId,
    message.test ? 1 : 0,
    octetText(message.octets),
  ];
}
